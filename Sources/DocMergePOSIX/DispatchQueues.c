#include "DocMergePOSIX.h"

/* Programs without Dispatch are linked with this file, too. */
extern void *dispatch_get_current_queue(void) __attribute__((weak));
extern void dispatch_async_f(void *, void *, void (*)(void *)) __attribute__((weak));
extern void *_os_object_retain_internal(void *) __attribute__((weak));
extern void _os_object_release_internal(void *) __attribute__((weak));

/*
 * A queue goes on with its work after the program has released it. dispatch_retain stops the process on such a
 * queue ("Resurrection of an object"); the internal count, which Dispatch itself uses, does not.
 */
void *docmerge_queue_current(void) {
  if (!dispatch_get_current_queue || !dispatch_async_f) return 0;
  if (!_os_object_retain_internal || !_os_object_release_internal) return 0;
  void *queue = dispatch_get_current_queue();
  if (queue) _os_object_retain_internal(queue);
  return queue;
}

void docmerge_queue_async(void *queue, void *context, void (*work)(void *)) {
  dispatch_async_f(queue, context, work);
}

void docmerge_queue_release(void *queue) {
  if (_os_object_release_internal) _os_object_release_internal(queue);
}
