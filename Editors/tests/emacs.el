;;; emacs.el --- Tests of docmerge.el  -*- lexical-binding: t; -*-

;; Scripts/editors.sh runs them.

;;; Code:

(require 'ert)
(require 'checkdoc)
(require 'docmerge)

(defvar tests (getenv "DOCMERGE_TESTS"))
(setq docmerge-command (getenv "DOCMERGE")
      make-backup-files nil
      create-lockfiles nil
      vc-handled-backends nil)

(defun tests--bytes (file)
  "What FILE contains."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert-file-contents-literally file)
    (buffer-string)))

(defmacro tests--with-file (name &rest body)
  "Run BODY in a buffer that visits the file NAME."
  (declare (indent 1))
  `(let ((buffer (find-file-noselect (expand-file-name ,name tests))))
     (unwind-protect
         (with-current-buffer buffer
           (buffer-enable-undo)
           ,@body)
       (with-current-buffer buffer (set-buffer-modified-p nil))
       (kill-buffer buffer))))

(ert-deftest tests-choices ()
  "Every choice writes what docmerge writes."
  (dolist (file (directory-files (expand-file-name "cases" tests) t "\\.txt\\'"))
    (dolist (side '("ours" "theirs" "base" "both"))
      (tests--with-file file
        (dolist (conflict (reverse (docmerge-conflicts)))
          (goto-char (plist-get conflict :start))
          (condition-case nil
              (funcall (intern (concat "docmerge-keep-" side)))
            (user-error nil)))
        (let ((out (expand-file-name "out" tests)))
          (write-region nil nil out nil 'silent)
          (should (equal (list file side (tests--bytes (concat file "." side)))
                         (list file side (tests--bytes out)))))))))

(ert-deftest tests-moving ()
  (tests--with-file "cases/two.txt"
    (goto-char (point-min))
    (should (equal '(6 1 6 1)
                   (mapcar (lambda (command) (funcall command) (line-number-at-pos))
                           '(docmerge-next docmerge-next docmerge-previous docmerge-previous)))))
  (tests--with-file "cases/none.txt"
    (should-error (docmerge-next) :type 'user-error)
    (should-error (docmerge-keep-ours) :type 'user-error)))

(ert-deftest tests-last-line ()
  "Point at the end of a conflict that ends the buffer is in the conflict."
  (tests--with-file "cases/end.txt"
    (goto-char (point-max))
    (docmerge-keep-ours)
    (should (equal "a\nx\n" (buffer-string))))
  (tests--with-file "cases/whole.txt"
    (goto-char (point-max))
    (docmerge-keep-theirs)
    (should (equal "y\n" (buffer-string)))))

(ert-deftest tests-undo ()
  (tests--with-file "cases/two.txt"
    (let ((text (buffer-string)))
      (goto-char (point-min))
      (forward-line 7)
      (docmerge-keep-both)
      (should (string-suffix-p "v\nw\n" (buffer-string)))
      (should (= 6 (line-number-at-pos)))
      (undo-boundary)
      (undo)
      (should (equal text (buffer-string))))))

(ert-deftest tests-no-base ()
  (tests--with-file "cases/merge.txt"
    (goto-char (point-min))
    (docmerge-next)
    (should-error (docmerge-keep-base) :type 'user-error)
    (should-error (docmerge-suggest) :type 'user-error)
    (should-not (buffer-modified-p))))

(ert-deftest tests-suggestions ()
  "All that docmerge decides is one step of undo; a bolder rule only suggests."
  (dolist (style '("merge" "diff3" "zdiff3"))
    (dolist (name '("plan.md" "crlf.md" "latin1.md"))
      (tests--with-file (concat style "/" name)
        (let ((text (buffer-string)))
          (should (string-match-p "1 of 2" (docmerge-merge)))
          (undo-boundary)
          (undo)
          (should (equal text (buffer-string)))
          (undo-boundary)
          (docmerge-merge))
        (goto-char (point-min))
        (docmerge-next)
        (should (string-match-p "added-items, high risk" (docmerge-suggest)))
        (tests--check-staged style name)))
    (tests--with-file (concat style "/package.json")
      (goto-char (point-min))
      (docmerge-next)
      (should-error (docmerge-stage) :type 'user-error)
      (should (string-match-p "added-entries" (docmerge-suggest)))
      (tests--check-staged style "package.json"))))

(defun tests--check-staged (style name)
  "Stage NAME in the repository STYLE and compare it with the expected file."
  (docmerge-stage)
  (should (equal (tests--bytes (expand-file-name (concat "expected/" name) tests))
                 (tests--bytes buffer-file-name)))
  (should (equal (format "M  %s\n" name)
                 (shell-command-to-string
                  (format "git -C %s status --short %s"
                          (shell-quote-argument (expand-file-name style tests)) name)))))

(ert-deftest tests-odd-buffers ()
  "A buffer without a file, an unknown policy and a missing program."
  (with-temp-buffer
    (insert "<<<<<<< A\na one b\n||||||| O\na b\n=======\na b two\n>>>>>>> B\n")
    (goto-char (point-min))
    (docmerge-suggest)
    (should (equal "a one b two\n" (buffer-string))))
  (tests--with-file "cases/diff3.txt"
    (goto-char (point-min))
    (docmerge-next)
    (let ((docmerge-policy "unknown")) (should-error (docmerge-suggest) :type 'user-error))
    (let ((docmerge-command "/nonexistent/docmerge"))
      (should-error (docmerge-merge) :type 'file-missing))
    (should-not (buffer-modified-p))))

(ert-deftest tests-mode ()
  "The keys stand under the prefix of smerge, which keeps its own."
  (tests--with-file "cases/two.txt"
    (let ((smerge-mode-hook '(docmerge-follow-smerge)))
      (smerge-mode 1)
      (should docmerge-mode)
      (should (eq 'docmerge-suggest (key-binding (concat smerge-command-prefix "s"))))
      (should (eq 'docmerge-keep-ours (key-binding (concat smerge-command-prefix "u"))))
      (should (eq 'smerge-resolve (key-binding (concat smerge-command-prefix "r"))))
      (smerge-mode -1)
      (should-not docmerge-mode))))

(ert-deftest tests-documentation ()
  "Checkdoc reports nothing."
  (let ((file (expand-file-name "docmerge.el" tests)) complaints)
    (with-current-buffer (find-file-noselect file)
      (let ((checkdoc-create-error-function
             (lambda (text start _end &rest _)
               (push (list (line-number-at-pos start) text) complaints)
               nil)))
        (checkdoc-current-buffer t))
      (kill-buffer))
    (should-not complaints)))

(provide 'emacs)

;;; emacs.el ends here
