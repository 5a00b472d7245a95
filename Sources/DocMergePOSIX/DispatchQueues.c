#include "DocMergePOSIX.h"

/* Programs without Dispatch are linked with this file, too. */
extern void *dispatch_get_current_queue(void) __attribute__((weak));
extern void dispatch_async_f(void *, void *, void (*)(void *)) __attribute__((weak));
extern void dispatch_retain(void *) __attribute__((weak));
extern void dispatch_release(void *) __attribute__((weak));

void *docmerge_queue_current(void) {
  if (!dispatch_get_current_queue || !dispatch_async_f || !dispatch_retain) return 0;
  void *queue = dispatch_get_current_queue();
  if (queue) dispatch_retain(queue);
  return queue;
}

void docmerge_queue_async(void *queue, void *context, void (*work)(void *)) {
  dispatch_async_f(queue, context, work);
}

void docmerge_queue_release(void *queue) {
  if (dispatch_release) dispatch_release(queue);
}
