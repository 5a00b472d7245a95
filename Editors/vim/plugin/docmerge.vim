" Commands that resolve conflicts with docmerge. See :help docmerge.

if exists('g:loaded_docmerge') || !exists('*deletebufline')
  finish
endif
let g:loaded_docmerge = 1

command! -bar DocmergeNext call docmerge#next()
command! -bar DocmergePrevious call docmerge#previous()
command! -bar -nargs=1 -complete=custom,docmerge#sides DocmergeKeep call docmerge#keep(<q-args>)
command! -bar DocmergeSuggest call docmerge#suggest()
command! -bar DocmergeMerge call docmerge#merge()
command! -bar -bang DocmergeStage call docmerge#stage(<bang>0)

nnoremap <silent> <Plug>(docmerge-next) :<C-U>DocmergeNext<CR>
nnoremap <silent> <Plug>(docmerge-previous) :<C-U>DocmergePrevious<CR>
nnoremap <silent> <Plug>(docmerge-ours) :<C-U>DocmergeKeep ours<CR>
nnoremap <silent> <Plug>(docmerge-theirs) :<C-U>DocmergeKeep theirs<CR>
nnoremap <silent> <Plug>(docmerge-base) :<C-U>DocmergeKeep base<CR>
nnoremap <silent> <Plug>(docmerge-both) :<C-U>DocmergeKeep both<CR>
nnoremap <silent> <Plug>(docmerge-suggest) :<C-U>DocmergeSuggest<CR>
nnoremap <silent> <Plug>(docmerge-merge) :<C-U>DocmergeMerge<CR>
nnoremap <silent> <Plug>(docmerge-stage) :<C-U>DocmergeStage<CR>
