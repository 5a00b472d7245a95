;;; docmerge.el --- Resolve conflicts with docmerge  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 docmerge contributors

;; Author: docmerge contributors
;; Version: 0.2.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: vc, tools
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `docmerge-mode' resolves conflicts between markers.  It works beside `smerge-mode': its keys stand
;; under the same prefix (C-c ^), and the letters that both have mean the same.
;;
;;   n, p     go to the next conflict, to the previous one
;;   u, l     keep ours, keep theirs
;;   b, a     keep the base, keep both
;;   s        take the suggestion of docmerge
;;   S        resolve all conflicts that docmerge decides
;;   g        mark the file as resolved (git add)
;;
;; To switch it on and off with `smerge-mode':
;;
;;   (add-hook 'smerge-mode-hook #'docmerge-follow-smerge)

;;; Code:

(require 'json)
(require 'seq)
(require 'smerge-mode)

(defgroup docmerge nil
  "Resolve conflicts with docmerge."
  :group 'tools
  :prefix "docmerge-")

(defcustom docmerge-command "docmerge"
  "The program docmerge, by name or path."
  :type 'string
  :risky t)

(defcustom docmerge-policy "balanced"
  "How far `docmerge-merge' decides conflicts by itself."
  :type '(choice (const "strict") (const "balanced") (const "eager"))
  :safe (lambda (value) (member value '("strict" "balanced" "eager"))))

;;;; Conflicts

(defconst docmerge--marker
  "^\\(?1:<\\{7,\\}\\||\\{7,\\}\\|=\\{7,\\}\\|>\\{7,\\}\\)\\(?: \\(?2:.*?\\)\\)?\r?$"
  "Matches a marker; group 1 is the marker, group 2 its label.")

(defun docmerge--markers ()
  "The markers of the buffer as lists (KIND SIZE LABEL FROM TO).
LABEL is nil for a bare marker.  FROM and TO are where the line starts and
where the next one does."
  (save-excursion
    (goto-char (point-min))
    (let (markers)
      (while (re-search-forward docmerge--marker nil t)
        (push (list (char-after (match-beginning 1))
                    (- (match-end 1) (match-beginning 1))
                    (match-string-no-properties 2)
                    (line-beginning-position)
                    (line-beginning-position 2))
              markers))
      (nreverse markers))))

(defun docmerge--take-conflict (markers)
  "The markers from the first of MARKERS to the one that closes its conflict.
They have the size of the first one.  Nil if the conflict does not end."
  (let* ((size (nth 1 (car markers))) (depth 0) taken (rest markers))
    (while (and rest (or (null taken) (> depth 0)))
      (let ((marker (pop rest)))
        (when (= (nth 1 marker) size)
          (push marker taken)
          (pcase (car marker) (?< (setq depth (1+ depth))) (?> (setq depth (1- depth)))))))
    (and (= depth 0) (nreverse taken))))

(defun docmerge--single (markers is-usual)
  "The only one of MARKERS, or of several the only one that meets IS-USUAL."
  (let ((usual (if (cdr markers) (seq-filter is-usual markers) markers)))
    (and (null (cdr usual)) (car usual))))

(defun docmerge--read (markers)
  "The conflict that MARKERS describe, or nil if they do not describe exactly one."
  (let* ((of (lambda (kind) (seq-filter (lambda (marker) (eq (car marker) kind)) markers)))
         (opening (car markers))
         (closing (car (last markers)))
         (bases (funcall of ?|))
         (base (docmerge--single bases (lambda (marker) (nth 2 marker))))
         ;; Ours may contain a heading that is underlined with `='.
         (separators (seq-filter (lambda (marker) (> (nth 3 marker) (if base (nth 3 base) 0)))
                                 (funcall of ?=)))
         (separator (docmerge--single separators (lambda (marker) (null (nth 2 marker))))))
    (when (and separator (or base (null bases)) (null (cdr (funcall of ?<))))
      (list :start (nth 3 opening) :end (nth 4 closing)
            :ours (cons (nth 4 opening) (nth 3 (or base separator)))
            :base (and base (cons (nth 4 base) (nth 3 separator)))
            :theirs (cons (nth 4 separator) (nth 3 closing))))))

(defun docmerge-conflicts ()
  "The conflicts of the buffer, in order, as property lists.
`:start' and `:end' are positions, `:ours', `:base' and `:theirs' pairs of
positions; `:base' is nil in git's style merge.  Conflicts whose markers are
missing, doubled or nested are left out, because their sides are ambiguous."
  (let ((markers (docmerge--markers)) conflicts)
    (while markers
      (let ((taken (and (eq (caar markers) ?<) (docmerge--take-conflict markers))))
        (if (null taken)
            (pop markers)
          (let ((conflict (docmerge--read taken)))
            (when conflict (push conflict conflicts)))
          (setq markers (cdr (memq (car (last taken)) markers))))))
    (nreverse conflicts)))

(defun docmerge--number-at-point (conflicts)
  "The number of the one of CONFLICTS that point is in."
  (let* ((start (line-beginning-position))
         (is-here (lambda (conflict)
                    (and (<= (plist-get conflict :start) start)
                         (or (< start (plist-get conflict :end))
                             (= start (point-max) (plist-get conflict :end))))))
         (number (seq-position conflicts t (lambda (conflict _) (funcall is-here conflict)))))
    (or number (user-error "Point is in no conflict"))))

(defun docmerge--part (conflict side)
  "The text of CONFLICT on SIDE: `ours', `theirs', `base' or `both'."
  (if (eq side 'both)
      (concat (docmerge--part conflict 'ours) (docmerge--part conflict 'theirs))
    (let ((range (plist-get conflict (intern (format ":%s" side)))))
      (unless range (user-error "The markers show no base"))
      (buffer-substring-no-properties (car range) (cdr range)))))

(defun docmerge--replace (conflict text)
  "Replace CONFLICT by TEXT, in one step of undo."
  (undo-boundary)
  (goto-char (plist-get conflict :start))
  (delete-region (point) (plist-get conflict :end))
  (save-excursion (insert text)))

;;;; Asking docmerge

(defun docmerge--side-text (conflicts number side)
  "The whole text as SIDE had it at the NUMBERth of CONFLICTS.
All other conflicts have ours.  So a merge has to decide about this conflict
only, and still sees the whole document."
  (let ((position (point-min)) (index 0) parts)
    (dolist (conflict conflicts)
      (push (buffer-substring-no-properties position (plist-get conflict :start)) parts)
      (push (docmerge--part conflict (if (= index number) side 'ours)) parts)
      (setq position (plist-get conflict :end) index (1+ index)))
    (push (buffer-substring-no-properties position (point-max)) parts)
    (apply #'concat (nreverse parts))))

(defun docmerge--ancestor ()
  "The common ancestor of this file in git; empty if there is none."
  (let ((file buffer-file-name)
        (coding-system-for-read (or buffer-file-coding-system 'utf-8)))
    (with-temp-buffer
      (if (and file
               (executable-find "git")
               (eql 0 (process-file "git" nil '(t nil) nil "show"
                                    (concat ":1:./" (file-name-nondirectory file)))))
          (buffer-string)
        ""))))

(defun docmerge--write (file text)
  "Write TEXT to FILE as it is."
  (let ((coding-system-for-write 'utf-8-unix))
    (write-region text nil file nil 'silent)))

(defun docmerge--contents (file)
  "The contents of FILE, with its line endings."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix)) (insert-file-contents file))
    (buffer-string)))

(defun docmerge--merge (texts)
  "Merge TEXTS, an alist of sides.
The value is a list (TEXT RULES IS-DECIDED), or nil."
  (let ((folder (make-temp-file "docmerge-" t)))
    (unwind-protect (docmerge--merge-in folder texts)
      (delete-directory folder t))))

(defun docmerge--merge-in (folder texts)
  "Merge TEXTS as `docmerge--merge' does, with files in FOLDER."
  (let* ((name (if buffer-file-name (file-name-nondirectory buffer-file-name) "text"))
         (result (expand-file-name "result" folder))
         (report (expand-file-name "report" folder))
         (files (mapcar
                 (pcase-lambda (`(,side . ,text))
                   ;; docmerge detects the format by the file name.
                   (let ((place (expand-file-name (symbol-name side) folder)))
                     (make-directory place)
                     (docmerge--write (expand-file-name name place) text)
                     (expand-file-name name place)))
                 texts)))
    (with-temp-buffer
      (let ((status (apply #'call-process docmerge-command nil t nil "merge" "--quiet"
                           "--policy" docmerge-policy "--path" name "-o" result
                           "--report" "json" "--report-file" report files)))
        (unless (memql status '(0 1)) (user-error "%s" (string-trim (buffer-string))))
        (docmerge--outcome (eql status 0) result
                           (alist-get 'regions (json-read-file report))
                           (alist-get 'ours texts))))))

(defun docmerge--outcome (is-decided result regions model)
  "The value of `docmerge--merge', from the file RESULT or from REGIONS.
IS-DECIDED tells which one; MODEL has the line endings that are wanted."
  (let ((text (if is-decided (docmerge--contents result) (docmerge--suggested regions))))
    (when (and text (not is-decided) (string-search "\r\n" model))
      (setq text (string-replace "\n" "\r\n" text)))
    (and text (list text (docmerge--rules regions) is-decided))))

(defun docmerge--suggested (regions)
  "The whole text with the suggestions in REGIONS, or nil if one is missing."
  (let ((parts (mapcar
                (lambda (region)
                  (pcase (alist-get 'kind region)
                    ("conflict" (alist-get 'text (alist-get 'suggestion region)))
                    ("deleted" "")
                    (_ (alist-get 'text region))))
                regions)))
    (and (seq-every-p #'stringp parts) (apply #'concat parts))))

(defun docmerge--rules (regions)
  "The rules in REGIONS that settle or would settle something, in words."
  (let (words)
    (seq-doseq (region regions)
      (let ((rule (or (alist-get 'rule region)
                      (alist-get 'rule (alist-get 'suggestion region)))))
        (when rule
          (push (format "%s (%s, %s risk)" (alist-get 'words rule) (alist-get 'name rule)
                        (alist-get 'risk rule))
                words))))
    (if words (string-join (delete-dups (nreverse words)) "; ") "the changes fit together")))

(defun docmerge--suggestion (conflicts number)
  "The suggestion of docmerge for the NUMBERth of CONFLICTS.
The value is a list (TEXT RULES IS-DECIDED), or nil."
  (let* ((conflict (nth number conflicts))
         (ours (docmerge--side-text conflicts number 'ours))
         ;; Git's default style does not show the base, and zdiff3 shows lines of it twice.
         (ancestor (docmerge--ancestor))
         (base (if (and (equal ancestor "") (plist-get conflict :base))
                   (docmerge--side-text conflicts number 'base)
                 ancestor))
         (merge (docmerge--merge
                 `((base . ,base) (ours . ,ours)
                   (theirs . ,(docmerge--side-text conflicts number 'theirs)))))
         (part (and merge (docmerge--merged-part (car merge) ours conflicts number))))
    (and part (cons part (cdr merge)))))

(defun docmerge--merged-part (text ours conflicts number)
  "What TEXT has in place of the NUMBERth of CONFLICTS.
OURS is the text of ours.  Nil if the text around the conflict is another one."
  (let* ((after (- (point-max) (plist-get (car (last conflicts)) :end)))
         (rest (nthcdr (1+ number) conflicts))
         (position (plist-get (nth number conflicts) :end))
         (size (length (docmerge--part (nth number conflicts) 'ours)))
         before)
    (dolist (other rest)
      (setq after (+ after (- (plist-get other :start) position)
                     (length (docmerge--part other 'ours)))
            position (plist-get other :end)))
    (setq before (- (length ours) size after))
    (and (>= (length text) (+ before after))
         (string-prefix-p (substring ours 0 before) text)
         (string-suffix-p (substring ours (+ before size)) text)
         (substring text before (- (length text) after)))))

;;;; Commands

(defun docmerge--go (conflict)
  "Go to CONFLICT."
  (unless conflict (user-error "No conflicts"))
  (push-mark nil t)
  (goto-char (plist-get conflict :start)))

;;;###autoload
(defun docmerge-next ()
  "Go to the next conflict, after the last one to the first."
  (interactive)
  (let ((conflicts (docmerge-conflicts)))
    (docmerge--go (or (seq-find (lambda (conflict) (> (plist-get conflict :start) (point)))
                                conflicts)
                      (car conflicts)))))

;;;###autoload
(defun docmerge-previous ()
  "Go to the previous conflict, before the first one to the last."
  (interactive)
  (let ((conflicts (reverse (docmerge-conflicts))))
    (docmerge--go (or (seq-find (lambda (conflict) (< (plist-get conflict :start) (point)))
                                conflicts)
                      (car conflicts)))))

(defun docmerge--keep (side)
  "Replace the conflict at point by SIDE."
  (let* ((conflicts (docmerge-conflicts))
         (conflict (nth (docmerge--number-at-point conflicts) conflicts)))
    (docmerge--replace conflict (docmerge--part conflict side))))

(defun docmerge-keep-ours ()
  "Replace the conflict at point by our side."
  (interactive)
  (docmerge--keep 'ours))

(defun docmerge-keep-theirs ()
  "Replace the conflict at point by their side."
  (interactive)
  (docmerge--keep 'theirs))

(defun docmerge-keep-base ()
  "Replace the conflict at point by what both sides were made from."
  (interactive)
  (docmerge--keep 'base))

(defun docmerge-keep-both ()
  "Replace the conflict at point by ours and theirs, one after the other."
  (interactive)
  (docmerge--keep 'both))

;;;###autoload
(defun docmerge-suggest ()
  "Replace the conflict at point by the suggestion of docmerge."
  (interactive)
  (let* ((conflicts (docmerge-conflicts))
         (number (docmerge--number-at-point conflicts))
         (found (docmerge--suggestion conflicts number)))
    (unless found (user-error "No suggestion for this conflict"))
    (docmerge--replace (nth number conflicts) (car found))
    (message "docmerge: %s" (nth 1 found))))

;;;###autoload
(defun docmerge-merge ()
  "Resolve all conflicts that docmerge decides under `docmerge-policy'."
  (interactive)
  (let* ((all (length (docmerge-conflicts))) (number all) (settled 0)
         (changes (prepare-change-group)))
    (save-excursion
      (atomic-change-group
        ;; The last conflict first, so that the numbers of the others stay.
        (while (>= (setq number (1- number)) 0)
          (let* ((conflicts (docmerge-conflicts))
                 (found (docmerge--suggestion conflicts number)))
            (when (nth 2 found)
              (docmerge--replace (nth number conflicts) (car found))
              (setq settled (1+ settled)))))))
    (undo-amalgamate-change-group changes)
    (message "docmerge: %d of %d conflicts resolved" settled all)))

;;;###autoload
(defun docmerge-stage (&optional is-forced)
  "Save the file and mark it as resolved for git.
With a prefix argument IS-FORCED, markers may be left."
  (interactive "P")
  (unless buffer-file-name (user-error "This buffer visits no file"))
  (unless (or is-forced
              (null (seq-filter (lambda (marker) (memq (car marker) '(?< ?>)))
                                (docmerge--markers))))
    (user-error "Markers are left"))
  (save-buffer)
  (let ((name (file-name-nondirectory buffer-file-name)))
    (with-temp-buffer
      (unless (eql 0 (process-file "git" nil t nil "--literal-pathspecs" "add" "--" name))
        (user-error "%s" (string-trim (buffer-string)))))
    (message "docmerge: marked as resolved: %s" name)))

;;;; The mode

(defvar docmerge-command-map
  (let ((map (make-sparse-keymap)))
    (define-key map "n" #'docmerge-next)
    (define-key map "p" #'docmerge-previous)
    (define-key map "u" #'docmerge-keep-ours)
    (define-key map "l" #'docmerge-keep-theirs)
    (define-key map "b" #'docmerge-keep-base)
    (define-key map "a" #'docmerge-keep-both)
    (define-key map "s" #'docmerge-suggest)
    (define-key map "S" #'docmerge-merge)
    (define-key map "g" #'docmerge-stage)
    map)
  "The keys of `docmerge-mode' behind the prefix of `smerge-mode'.")

(defvar docmerge-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map smerge-command-prefix docmerge-command-map)
    map)
  "The keys of `docmerge-mode'.")

;;;###autoload
(define-minor-mode docmerge-mode
  "Resolve conflicts between markers with docmerge.

\\{docmerge-mode-map}"
  :lighter " docmerge")

;;;###autoload
(defun docmerge-follow-smerge ()
  "Switch `docmerge-mode' on and off with `smerge-mode'.
This is for `smerge-mode-hook'."
  (docmerge-mode (if smerge-mode 1 -1)))

(provide 'docmerge)

;;; docmerge.el ends here
