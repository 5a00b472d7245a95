" Tests of the plugin for Vim and Neovim. Scripts/editors.sh runs them.

let s:tests = $DOCMERGE_TESTS
set nohidden noswapfile cpoptions-=C
execute 'set runtimepath^=' . fnameescape(expand('<sfile>:p:h:h') . '/vim')
runtime plugin/docmerge.vim
let g:docmerge_command = $DOCMERGE

function! s:open(path) abort
  execute 'silent edit! ' . fnameescape(s:tests . '/' . a:path)
endfunction

function! s:bytes(path) abort
  return readfile(s:tests . '/' . a:path, 'b')
endfunction

function! s:messages(command) abort
  return execute(a:command, 'silent!')
endfunction

" Every choice writes what docmerge writes.
function! s:test_choices() abort
  for file in glob(s:tests . '/cases/*.txt', 0, 1)
    let name = 'cases/' . fnamemodify(file, ':t')
    for side in ['ours', 'theirs', 'base', 'both']
      call s:open(name)
      set nofixendofline
      for conflict in reverse(docmerge#conflicts())
        call cursor(conflict.first, 1)
        call s:messages('DocmergeKeep ' . side)
      endfor
      execute 'silent write! ' . fnameescape(s:tests . '/out')
      call assert_equal(s:bytes(name . '.' . side), s:bytes('out'), name . ' ' . side)
    endfor
  endfor
endfunction

function! s:test_moving() abort
  call s:open('cases/two.txt')
  call cursor(1, 1)
  let lines = []
  for command in ['Next', 'Next', 'Previous', 'Previous']
    execute 'Docmerge' . command
    call add(lines, line('.'))
  endfor
  call assert_equal([6, 1, 6, 1], lines)
  call s:open('cases/none.txt')
  call assert_match('no conflicts', s:messages('DocmergeNext'))
  call assert_match('in no conflict', s:messages('DocmergeKeep ours'))
  call assert_match('not one of', s:messages('DocmergeKeep mine'))
endfunction

function! s:test_undo() abort
  call s:open('cases/two.txt')
  let lines = getline(1, '$')
  call cursor(8, 1)
  DocmergeKeep both
  call assert_equal(['v', 'w'], getline(6, '$'))
  call assert_equal(6, line('.'))
  silent undo
  call assert_equal(lines, getline(1, '$'))
endfunction

function! s:test_closed_fold() abort
  call s:open('cases/two.txt')
  set foldmethod=manual foldenable
  1,11fold
  call cursor(1, 1)
  DocmergeKeep theirs
  call assert_equal(['y', '<<<<<<< A'], getline(1, 2))
  set foldmethod&
endfunction

function! s:test_no_base() abort
  call s:open('cases/merge.txt')
  call cursor(2, 1)
  call assert_match('show no base', s:messages('DocmergeKeep base'))
  call assert_match('no suggestion', s:messages('DocmergeSuggest'))
  call assert_equal(0, &modified)
endfunction

" All that docmerge decides is one step of undo; a bolder rule only suggests.
function! s:test_suggestions() abort
  for style in ['merge', 'diff3', 'zdiff3']
    for name in ['plan.md', 'crlf.md', 'latin1.md']
      call s:open(style . '/' . name)
      let lines = getline(1, '$')
      call assert_match('1 of 2 conflicts resolved', s:messages('DocmergeMerge'), style)
      silent undo
      call assert_equal(lines, getline(1, '$'), style)
      silent redo
      DocmergeNext
      call assert_match('added-items, high risk', s:messages('DocmergeSuggest'), style)
      call s:check_staged(style, name)
    endfor
    call s:open(style . '/package.json')
    DocmergeNext
    call assert_match('markers are left', s:messages('DocmergeStage'))
    call assert_match('added-entries', s:messages('DocmergeSuggest'), style)
    call s:check_staged(style, 'package.json')
  endfor
endfunction

" Stages the file and compares it with the expected one.
function! s:check_staged(style, name) abort
  call assert_match('marked as resolved', s:messages('DocmergeStage'))
  call assert_equal(s:bytes('expected/' . a:name), s:bytes(a:style . '/' . a:name), a:style)
  let git = 'git -C ' . shellescape(s:tests . '/' . a:style) . ' status --short '
  call assert_equal('M  ' . a:name, trim(system(git . a:name)))
endfunction

" A buffer without a file, an unknown policy and a missing program.
function! s:test_odd_buffers() abort
  enew!
  call setline(1, ['<<<<<<< A', 'a one b', '||||||| O', 'a b', '=======', 'a b two', '>>>>>>> B'])
  DocmergeSuggest
  call assert_equal(['a one b two'], getline(1, '$'))
  call assert_match('has no file', s:messages('DocmergeStage'))
  call s:open('cases/diff3.txt')
  call cursor(2, 1)
  let g:docmerge_policy = 'unknown'
  call assert_match('docmerge: .*policy', s:messages('DocmergeSuggest'))
  unlet g:docmerge_policy
  let g:docmerge_command = '/nonexistent/docmerge'
  call assert_match('docmerge: .*nonexistent', s:messages('DocmergeMerge'))
  let g:docmerge_command = $DOCMERGE
  call assert_equal(0, &modified)
endfunction

function! s:test_help() abort
  execute 'helptags ' . fnameescape(s:tests . '/doc')
  execute 'set runtimepath^=' . fnameescape(s:tests)
  for command in ['Next', 'Previous', 'Keep', 'Suggest', 'Merge', 'Stage']
    execute 'silent help :Docmerge' . command
    call assert_match('\*:Docmerge' . command . '\*', getline('.'))
    silent helpclose
  endfor
endfunction

function! s:run() abort
  call mkdir(s:tests . '/doc')
  let help = globpath(&runtimepath, 'doc/docmerge.txt', 0, 1)[0]
  call writefile(readfile(help), s:tests . '/doc/docmerge.txt')
  let names = map(split(execute('function /_test_'), "\n"),
        \ 'matchstr(v:val, "<SNR>\\d\\+_test_\\w\\+")')
  call assert_equal(8, len(names))
  for name in names
    try
      call call(name, [])
    catch
      call add(v:errors, name . ': ' . v:exception . ' at ' . v:throwpoint)
    endtry
  endfor
  call writefile(v:errors + [len(names) . ' tests, ' . len(v:errors) . ' failures'], $DOCMERGE_LOG)
endfunction

call s:run()
if empty(v:errors)
  qall!
endif
cquit!
