" Finds conflicts between markers and replaces them by the choice of the user or of docmerge.

" In a file with mixed line endings, lines may end with a carriage return.
let s:marker = '^\(<\{7,}\||\{7,}\|=\{7,}\|>\{7,}\)\( .*\)\=\r\=$'

" Commands {{{1

function! docmerge#sides(...) abort
  return "ours\ntheirs\nbase\nboth"
endfunction

function! docmerge#next() abort
  let conflicts = docmerge#conflicts()
  let after = filter(copy(conflicts), 'v:val.first > line(".")')
  call s:go(get(after, 0, get(conflicts, 0, {})))
endfunction

function! docmerge#previous() abort
  let conflicts = docmerge#conflicts()
  let before = filter(copy(conflicts), 'v:val.first < line(".")')
  call s:go(get(before, -1, get(conflicts, -1, {})))
endfunction

" Replaces the conflict at the cursor by 'ours', 'theirs', 'base' or 'both'.
function! docmerge#keep(side) abort
  if index(split(docmerge#sides(), "\n"), a:side) < 0
    return s:complain('not one of ours, theirs, base and both: ' . a:side)
  endif
  let [number, conflicts] = s:at_cursor()
  if number < 0
    return
  endif
  if a:side ==# 'base' && empty(conflicts[number].base)
    return s:complain('the markers show no base')
  endif
  call s:replace(conflicts[number], s:part(getline(1, '$'), conflicts[number], a:side))
endfunction

" Replaces the conflict at the cursor by the suggestion of docmerge.
function! docmerge#suggest() abort
  let [number, conflicts] = s:at_cursor()
  if number < 0
    return
  endif
  try
    let found = s:suggestion(conflicts, number)
  catch /^docmerge:/
    return s:complain(matchstr(v:exception, '^docmerge: \zs.*'))
  endtry
  if empty(found)
    return s:complain('no suggestion for this conflict')
  endif
  call s:replace(conflicts[number], found.lines)
  call s:say(found.rules)
endfunction

" Resolves all conflicts that docmerge decides under g:docmerge_policy.
function! docmerge#merge() abort
  let all = len(docmerge#conflicts())
  let settled = 0
  try
    " The last conflict first, so that the numbers of the others stay.
    for number in range(all - 1, 0, -1)
      let conflicts = docmerge#conflicts()
      let found = s:suggestion(conflicts, number)
      if !empty(found) && found.is_decided
        call s:replace(conflicts[number], found.lines)
        let settled += 1
      endif
    endfor
  catch /^docmerge:/
    return s:complain(matchstr(v:exception, '^docmerge: \zs.*'))
  endtry
  call s:say(printf('%d of %d conflicts resolved', settled, all))
endfunction

" Writes the file and stages it. With a bang, markers may be left.
function! docmerge#stage(is_forced) abort
  if expand('%') ==# ''
    return s:complain('the buffer has no file')
  endif
  let left = search('^\(<\{7,}\|>\{7,}\)\( .*\)\=\r\=$', 'nw')
  if left && !a:is_forced
    return s:complain('markers are left: line ' . left)
  endif
  update
  let output = s:run(['git', '--literal-pathspecs', '-C', expand('%:p:h'), 'add', '--', expand('%:t')])
  if v:shell_error
    return s:complain(output)
  endif
  call s:say('marked as resolved: ' . expand('%:t'))
endfunction

" Conflicts {{{1

" The conflicts of the buffer, in order. Each has the numbers of its 'first' and 'last' line and the
" ranges of lines 'ours', 'base' and 'theirs' as [from, to]; 'base' is [] in git's style merge. Conflicts
" whose markers are missing, doubled or nested are left out, because their sides are ambiguous.
function! docmerge#conflicts() abort
  let markers = s:markers()
  let conflicts = []
  let position = 0
  while position < len(markers)
    let closing = markers[position].kind ==# '<' ? s:closing(markers, position) : -1
    if closing < 0
      let position += 1
      continue
    endif
    let conflict = s:read(markers[position : closing])
    if !empty(conflict)
      call add(conflicts, conflict)
    endif
    let position = closing + 1
  endwhile
  return conflicts
endfunction

function! s:markers() abort
  let markers = []
  let number = 0
  for line in getline(1, '$')
    let number += 1
    if line !~# '^[<|=>]\{7}'
      continue
    endif
    let found = matchlist(line, s:marker)
    if !empty(found)
      let label = substitute(found[2], '\r$', '', '')
      call add(markers, {
            \ 'line': number, 'kind': found[1][0], 'size': len(found[1]), 'label': label})
    endif
  endfor
  return markers
endfunction

" Where the conflict ends that starts at a position, or -1 if it does not.
function! s:closing(markers, position) abort
  let depth = 0
  for index in range(a:position, len(a:markers) - 1)
    let marker = a:markers[index]
    if marker.size != a:markers[a:position].size
      continue
    endif
    let depth += marker.kind ==# '<' ? 1 : marker.kind ==# '>' ? -1 : 0
    if depth == 0
      return index
    endif
  endfor
  return -1
endfunction

" The conflict that the markers describe, or {} if they do not describe exactly one.
function! s:read(markers) abort
  let [opening, closing] = [a:markers[0], a:markers[-1]]
  let inner = filter(a:markers[1:-2], 'v:val.size == opening.size')
  let bases = filter(copy(inner), 'v:val.kind ==# "|"')
  let base = s:single(bases, 'v:val.label !=# ""')
  if !empty(filter(copy(inner), 'v:val.kind ==# "<"')) || len(bases) > 0 && empty(base)
    return {}
  endif
  " Ours may contain a heading that is underlined with =; behind the base there is one separator.
  let start = empty(base) ? opening.line : base.line
  let separators = filter(copy(inner), 'v:val.kind ==# "=" && v:val.line > start')
  let separator = s:single(separators, 'v:val.label ==# ""')
  if empty(separator)
    return {}
  endif
  let ours_end = empty(base) ? separator.line : base.line
  return {'first': opening.line, 'last': closing.line,
        \ 'ours': [opening.line + 1, ours_end - 1],
        \ 'base': empty(base) ? [] : [base.line + 1, separator.line - 1],
        \ 'theirs': [separator.line + 1, closing.line - 1]}
endfunction

" The only marker, or of several the only usual one; {} if there is none.
function! s:single(markers, is_usual) abort
  let usual = len(a:markers) > 1 ? filter(copy(a:markers), a:is_usual) : a:markers
  return len(usual) == 1 ? usual[0] : {}
endfunction

" The number of the conflict at the cursor, from 0, and all conflicts; -1 if there is none.
function! s:at_cursor() abort
  let conflicts = docmerge#conflicts()
  let number = 0
  for conflict in conflicts
    if conflict.first <= line('.') && line('.') <= conflict.last
      return [number, conflicts]
    endif
    let number += 1
  endfor
  call s:complain('the cursor is in no conflict')
  return [-1, conflicts]
endfunction

" The lines that a choice leaves of a conflict.
function! s:part(lines, conflict, side) abort
  if a:side ==# 'both'
    return s:part(a:lines, a:conflict, 'ours') + s:part(a:lines, a:conflict, 'theirs')
  endif
  let [from, to] = a:conflict[a:side]
  " A range that ends at -1 would mean the last line.
  return to < from ? [] : a:lines[from - 1 : to - 1]
endfunction

" Editing {{{1

function! s:go(conflict) abort
  if empty(a:conflict)
    return s:complain('no conflicts')
  endif
  " For the jump list.
  normal! m'
  call cursor(a:conflict.first, 1)
  normal! zv
endfunction

" Replaces the lines of a conflict. :delete would take a whole closed fold.
function! s:replace(conflict, lines) abort
  if a:conflict.last == line('$')
    " Only the marker lacks a newline.
    setlocal endofline
  endif
  call append(a:conflict.last, a:lines)
  silent call deletebufline(bufnr('%'), a:conflict.first, a:conflict.last)
  call cursor(min([a:conflict.first, line('$')]), 1)
endfunction

" Asking docmerge {{{1

" The suggestion of docmerge for a conflict: {'lines', 'rules', 'is_decided'}, or {}.
function! s:suggestion(conflicts, number) abort
  let lines = getline(1, '$')
  let texts = {}
  for side in ['ours', 'theirs']
    let texts[side] = s:side(lines, a:conflicts, a:number, side)
  endfor
  " Git's default style does not show the base, and zdiff3 shows lines of it twice.
  let texts.base = s:ancestor()
  if empty(texts.base) && !empty(a:conflicts[a:number].base)
    let texts.base = s:side(lines, a:conflicts, a:number, 'base')
  endif
  let folder = tempname()
  call mkdir(folder, '', 0700)
  try
    let merge = s:merge(folder, texts)
  finally
    call delete(folder, 'rf')
  endtry
  return empty(merge) ? {} : s:merged_part(merge, texts.ours, a:conflicts, a:number)
endfunction

" The lines as ours, base or theirs had them at one conflict. All other conflicts have ours in all three
" texts. So a merge has to decide about this conflict only, and still sees the whole document.
function! s:side(lines, conflicts, number, side) abort
  let result = []
  let next = 1
  for index in range(len(a:conflicts))
    let conflict = a:conflicts[index]
    let result += next < conflict.first ? a:lines[next - 1 : conflict.first - 2] : []
    let result += s:part(a:lines, conflict, index == a:number ? a:side : 'ours')
    let next = conflict.last + 1
  endfor
  return result + a:lines[next - 1 :]
endfunction

" The common ancestor that git keeps of a file in conflict; no lines where there is none.
function! s:ancestor() abort
  if expand('%') ==# '' || !executable('git')
    return []
  endif
  let name = ':1:./' . expand('%:t')
  let lines = systemlist(s:command(['git', '-C', expand('%:p:h'), 'show', name]))
  if v:shell_error
    return []
  endif
  if &fileencoding !=# '' && &fileencoding !=# &encoding
    call map(lines, 'iconv(v:val, &fileencoding, &encoding)')
  endif
  return &fileformat ==# 'dos' ? map(lines, 'substitute(v:val, "\\r$", "", "")') : lines
endfunction

" Merges three texts with docmerge: {'lines', 'rules', 'is_decided'}, or {}.
function! s:merge(folder, texts) abort
  " docmerge detects the format by the file name.
  let name = expand('%') ==# '' ? 'text' : expand('%:t')
  let files = {}
  for [side, lines] in items(a:texts)
    call mkdir(a:folder . '/' . side)
    let files[side] = a:folder . '/' . side . '/' . name
    call writefile(lines, files[side])
  endfor
  let [result, report] = [a:folder . '/result', a:folder . '/report']
  let path = expand('%') ==# '' ? name : expand('%:p')
  let output = s:run([get(g:, 'docmerge_command', 'docmerge'), 'merge', '--quiet',
        \ '--policy', get(g:, 'docmerge_policy', 'balanced'), '--path', path, '-o', result,
        \ '--report', 'json', '--report-file', report, files.base, files.ours, files.theirs])
  if v:shell_error > 1
    throw 'docmerge: ' . output
  endif
  let is_decided = v:shell_error == 0
  let regions = json_decode(join(readfile(report), "\n")).regions
  if is_decided
    let lines = readfile(result)
  else
    let lines = s:suggested(regions, a:texts.ours)
  endif
  if type(lines) != v:t_list
    return {}
  endif
  return {'lines': lines, 'rules': s:rules(regions), 'is_decided': is_decided}
endfunction

" All lines with the suggestions for what is left in conflict, or 0 if one is missing.
function! s:suggested(regions, model) abort
  let text = ''
  for region in a:regions
    let source = region.kind ==# 'conflict' ? get(region, 'suggestion', {}) : region
    let part = get(source, 'text', region.kind ==# 'deleted' ? '' : 0)
    if type(part) != v:t_string
      return 0
    endif
    let text .= part
  endfor
  let lines = split(text, "\n", 1)[:-2]
  " Reports have no carriage returns; the buffer of a file with mixed line endings may have them.
  return get(a:model, 0, '') =~# '\r$' ? map(lines, 'v:val . "\r"') : lines
endfunction

" The rules that settle or would settle something, in words.
function! s:rules(regions) abort
  let words = []
  for region in a:regions
    let rule = get(region, 'rule', get(get(region, 'suggestion', {}), 'rule', {}))
    if !empty(rule)
      call add(words, printf('%s (%s, %s risk)', rule.words, rule.name, rule.risk))
    endif
  endfor
  return empty(words) ? 'the changes fit together' : join(uniq(words), '; ')
endfunction

" The lines of a merge in place of one conflict, or {} if the text around the conflict differs.
function! s:merged_part(merge, ours, conflicts, number) abort
  let conflict = a:conflicts[a:number]
  let before = conflict.first - 1
  for other in a:conflicts[: a:number][:-2]
    let before -= other.last - other.first + 1 - (other.ours[1] - other.ours[0] + 1)
  endfor
  let after = len(a:ours) - before - (conflict.ours[1] - conflict.ours[0] + 1)
  let lines = a:merge.lines
  let end = len(lines) - after
  if end < before || s:slice(lines, 0, before) != s:slice(a:ours, 0, before)
        \ || s:slice(lines, end, len(lines)) != s:slice(a:ours, len(a:ours) - after, len(a:ours))
    return {}
  endif
  return extend({'lines': s:slice(lines, before, end)}, a:merge, 'keep')
endfunction

" The items from one index up to another, which is not included.
function! s:slice(items, from, end) abort
  return a:end <= a:from ? [] : a:items[a:from : a:end - 1]
endfunction

" Programs and messages {{{1

function! s:command(words) abort
  return join(map(copy(a:words), 'shellescape(v:val)'))
endfunction

function! s:run(words) abort
  return trim(system(s:command(a:words)))
endfunction

function! s:say(text) abort
  echo 'docmerge: ' . a:text
endfunction

function! s:complain(text) abort
  echohl WarningMsg
  echomsg 'docmerge: ' . a:text
  echohl None
endfunction

" vim: foldmethod=marker
