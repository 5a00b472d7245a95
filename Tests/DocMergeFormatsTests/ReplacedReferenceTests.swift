import DocMergeCore
import DocMergeFormats
import Testing

/// Names of data and prose that one side replaced where it defines and uses them, and the other put in again.
struct ReplacedReferenceTests {
  private static let replaced: [EditedCase] = [
    EditedCase(
      "roles/web/tasks/main.yml",
      "- name: Install config\n  ansible.builtin.template:\n    src: site.conf.j2\n    dest: /etc/nginx/conf.d/site.conf\n  register: site_conf\n\n- name: Reload when changed\n  ansible.builtin.service:\n    name: nginx\n    state: reloaded\n  when: site_conf.changed\n",
      [
        .swap("  register: site_conf\n", "  register: nginx_site\n"),
        .swap("  when: site_conf.changed\n", "  when: nginx_site.changed\n"),
      ],
      [
        .add(
          "\n- name: Tell the team\n  ansible.builtin.debug:\n    msg: \"config rolled out\"\n  when: site_conf is changed\n",
          behind: "  when: site_conf.changed\n")
      ]),
    EditedCase(
      "manual.org",
      "* Setup\n  :PROPERTIES:\n  :CUSTOM_ID: setup\n  :END:\n  Unpack the archive.\n\n* First run\n  As said in [[#setup][Setup]], unpack it.\n\n* Trouble\n  Read the log.\n",
      [
        .swap("  :CUSTOM_ID: setup\n", "  :CUSTOM_ID: installation\n"),
        .swap(
          "  As said in [[#setup][Setup]], unpack it.\n",
          "  As said in [[#installation][Setup]], unpack it.\n"),
      ], [.add("  Or start again at [[#setup][the beginning]].\n", behind: "  Read the log.\n")]),
    EditedCase(
      "styles/buttons.scss",
      "@mixin focus-ring {\n  outline: 2px solid $accent;\n}\n\n.button {\n  @include focus-ring;\n}\n\n.link {\n  color: $accent;\n}\n",
      [
        .swap("@mixin focus-ring {\n", "@mixin ring {\n"),
        .swap("  @include focus-ring;\n", "  @include ring;\n"),
      ], [.add("  &:focus { @include focus-ring; }\n", behind: "  color: $accent;\n")]),
    EditedCase(
      "gradle/libs.versions.toml",
      "[versions]\nkotlin = \"1.9.22\"\nokhttp = \"4.12.0\"\n\n[libraries]\nokhttp = { module = \"com.squareup.okhttp3:okhttp\", version.ref = \"okhttp\" }\n\n[plugins]\nkotlin-jvm = { id = \"org.jetbrains.kotlin.jvm\", version.ref = \"kotlin\" }\n",
      [
        .swap("okhttp = \"4.12.0\"\n", "square-okhttp = \"4.12.0\"\n"),
        .swap(
          "okhttp = { module = \"com.squareup.okhttp3:okhttp\", version.ref = \"okhttp\" }\n",
          "okhttp = { module = \"com.squareup.okhttp3:okhttp\", version.ref = \"square-okhttp\" }\n"
        ),
      ],
      [
        .add(
          "okhttp-logging = { module = \"com.squareup.okhttp3:logging-interceptor\", version.ref = \"okhttp\" }\n",
          behind:
            "okhttp = { module = \"com.squareup.okhttp3:okhttp\", version.ref = \"okhttp\" }\n")
      ]),
    EditedCase(
      ".github/workflows/py.yml",
      "name: py\non: push\njobs:\n  test:\n    strategy:\n      matrix:\n        py: [\"3.11\", \"3.12\"]\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/setup-python@v5\n        with:\n          python-version: ${{ matrix.py }}\n      - run: tox\n",
      [
        .swap("        py: [\"3.11\", \"3.12\"]\n", "        python: [\"3.11\", \"3.12\"]\n"),
        .swap(
          "          python-version: ${{ matrix.py }}\n",
          "          python-version: ${{ matrix.python }}\n"),
      ],
      [
        .add(
          "      - uses: actions/upload-artifact@v4\n        with:\n          name: cov-${{ matrix.py }}\n          path: .coverage\n",
          behind: "      - run: tox\n")
      ]),
    EditedCase(
      "haproxy.cfg",
      "frontend www\n    bind :80\n    acl is_api path_beg /api\n    use_backend api if is_api\n    default_backend web\n\nbackend api\n    server a1 10.0.0.5:8000\n\nbackend web\n    server w1 10.0.0.9:8080\n",
      [
        .swap(
          "    acl is_api path_beg /api\n    use_backend api if is_api\n",
          "    acl api_path path_beg /api\n    use_backend api if api_path\n")
      ],
      [
        .add(
          "    http-request deny if is_api { src 192.0.2.0/24 }\n",
          behind: "    default_backend web\n")
      ]),
    EditedCase(
      ".vscode/tasks.json",
      "{\n  \"version\": \"2.0.0\",\n  \"tasks\": [\n    { \"label\": \"compile\", \"command\": \"tsc\" },\n    { \"label\": \"serve\", \"command\": \"node out\", \"dependsOn\": \"compile\" },\n    { \"label\": \"clean\", \"command\": \"rm -rf out\" }\n  ]\n}\n",
      [
        .swap(
          "    { \"label\": \"compile\", \"command\": \"tsc\" },\n    { \"label\": \"serve\", \"command\": \"node out\", \"dependsOn\": \"compile\" },\n",
          "    { \"label\": \"build\", \"command\": \"tsc\" },\n    { \"label\": \"serve\", \"command\": \"node out\", \"dependsOn\": \"build\" },\n"
        )
      ],
      [
        .swap(
          "    { \"label\": \"clean\", \"command\": \"rm -rf out\" }\n",
          "    { \"label\": \"clean\", \"command\": \"rm -rf out\" },\n    { \"label\": \"pack\", \"command\": \"npm pack\", \"dependsOn\": \"compile\" }\n"
        )
      ]),
    EditedCase(
      "Styles.xaml",
      "<ResourceDictionary>\n  <SolidColorBrush x:Key=\"Accent\" Color=\"#C2410C\"/>\n  <Style x:Key=\"Title\" TargetType=\"TextBlock\">\n    <Setter Property=\"Foreground\" Value=\"{StaticResource Accent}\"/>\n  </Style>\n  <Style x:Key=\"Body\" TargetType=\"TextBlock\">\n    <Setter Property=\"FontSize\" Value=\"14\"/>\n  </Style>\n</ResourceDictionary>\n",
      [
        .swap(
          "  <SolidColorBrush x:Key=\"Accent\" Color=\"#C2410C\"/>\n",
          "  <SolidColorBrush x:Key=\"AccentBrush\" Color=\"#C2410C\"/>\n"),
        .swap(
          "    <Setter Property=\"Foreground\" Value=\"{StaticResource Accent}\"/>\n",
          "    <Setter Property=\"Foreground\" Value=\"{StaticResource AccentBrush}\"/>\n"),
      ],
      [
        .add(
          "    <Setter Property=\"SelectionBrush\" Value=\"{StaticResource Accent}\"/>\n",
          behind: "    <Setter Property=\"FontSize\" Value=\"14\"/>\n")
      ]),
    EditedCase(
      "rules.yml",
      "groups:\n  - name: api\n    rules:\n      - record: api:errors:rate5m\n        expr: rate(api_errors_total[5m])\n      - alert: ApiErrors\n        expr: api:errors:rate5m > 0.1\n        for: 10m\n      - alert: ApiDown\n        expr: up{job=\"api\"} == 0\n",
      [
        .swap("      - record: api:errors:rate5m\n", "      - record: job:api_errors:rate5m\n"),
        .swap(
          "        expr: api:errors:rate5m > 0.1\n", "        expr: job:api_errors:rate5m > 0.1\n"),
      ],
      [
        .add(
          "      - alert: ApiBurning\n        expr: api:errors:rate5m > 1\n",
          behind: "        expr: up{job=\"api\"} == 0\n")
      ]),
    EditedCase(
      "docs/arch.md",
      "# Architecture\n\n```mermaid\nflowchart LR\n  ui[Web UI] --> api[API]\n  api --> store[(Store)]\n  jobs[Jobs]\n```\n\nDiagrams are kept by hand.\n",
      [
        .swap(
          "  ui[Web UI] --> api[API]\n  api --> store[(Store)]\n",
          "  ui[Web UI] --> core[Core API]\n  core --> store[(Store)]\n")
      ], [.add("  jobs --> api\n", behind: "  jobs[Jobs]\n")]),
    EditedCase(
      "slides.tex",
      "\\documentclass{beamer}\n\\definecolor{moss}{HTML}{6B8E23}\n\\setbeamercolor{title}{fg=moss}\n\n\\begin{document}\n\\begin{frame}{Bogs}\n  Wet and old.\n\\end{frame}\n\\end{document}\n",
      [
        .swap(
          "\\definecolor{moss}{HTML}{6B8E23}\n\\setbeamercolor{title}{fg=moss}\n",
          "\\definecolor{bogGreen}{HTML}{6B8E23}\n\\setbeamercolor{title}{fg=bogGreen}\n")
      ], [.swap("  Wet and old.\n", "  \\textcolor{moss}{Wet} and old.\n")]),
    EditedCase(
      "styles.xml",
      "<resources>\n    <style name=\"Text.Title\" parent=\"Base\">\n        <item name=\"android:textSize\">20sp</item>\n    </style>\n    <style name=\"Text.Title.Large\" parent=\"Text.Title\">\n        <item name=\"android:textSize\">28sp</item>\n    </style>\n    <color name=\"ink\">#222222</color>\n</resources>\n",
      [
        .swap(
          "    <style name=\"Text.Title\" parent=\"Base\">\n",
          "    <style name=\"Text.Headline\" parent=\"Base\">\n"),
        .swap(
          "    <style name=\"Text.Title.Large\" parent=\"Text.Title\">\n",
          "    <style name=\"Text.Headline.Large\" parent=\"Text.Headline\">\n"),
      ],
      [
        .add(
          "    <style name=\"Dialog.Title\" parent=\"Text.Title\" />\n",
          behind: "        <item name=\"android:textSize\">28sp</item>\n    </style>\n")
      ]),
    EditedCase(
      "t.tmpl",
      "{{ define \"row\" }}<tr><td>{{ .Name }}</td></tr>{{ end }}\n\n<table>\n{{ range .Boats }}{{ template \"row\" . }}{{ end }}\n</table>\n\n<p>{{ .Note }}</p>\n",
      [
        .swap(
          "{{ define \"row\" }}<tr><td>{{ .Name }}</td></tr>{{ end }}\n",
          "{{ define \"boat-row\" }}<tr><td>{{ .Name }}</td></tr>{{ end }}\n"),
        .swap(
          "{{ range .Boats }}{{ template \"row\" . }}{{ end }}\n",
          "{{ range .Boats }}{{ template \"boat-row\" . }}{{ end }}\n"),
      ], [.add("<table>{{ template \"row\" .Flagship }}</table>\n", behind: "<p>{{ .Note }}</p>\n")]
    ),
    EditedCase(
      "d.feature",
      "Feature: Door\n  Scenario Outline: code\n    When I type <code>\n    Then the door is <state>\n\n    Examples:\n      | code | state |\n      | 1234 | open  |\n",
      [
        .swap("    When I type <code>\n", "    When I type <pin>\n"),
        .swap("      | code | state |\n", "      | pin  | state |\n"),
      ], [.add("    And the log shows <code>\n", behind: "    Then the door is <state>\n")]),
    EditedCase(
      "m.php",
      "<?php\n$guest = $request->guest();\n$body = \"Dear {$guest->name},\\n\";\n$body .= \"your room is ready.\\n\";\n$body .= \"Welcome!\\n\";\n",
      [
        .swap(
          "$guest = $request->guest();\n$body = \"Dear {$guest->name},\\n\";\n",
          "$visitor = $request->guest();\n$body = \"Dear {$visitor->name},\\n\";\n")
      ],
      [
        .add(
          "$body .= \"Key box: {$guest->code}\\n\";\n",
          behind: "$body .= \"your room is ready.\\n\";\n")
      ]),
    EditedCase(
      "p.yml",
      "- hosts: web\n  vars:\n    app_dir: /srv/app\n  tasks:\n    - name: Create\n      file: path={{ app_dir }} state=directory\n    - name: Restart\n      service: name=app state=restarted\n",
      [
        .swap("    app_dir: /srv/app\n", "    app_root: /srv/app\n"),
        .swap(
          "      file: path={{ app_dir }} state=directory\n",
          "      file: path={{ app_root }} state=directory\n"),
      ],
      [
        .add(
          "    - name: Own it\n      file: path={{ app_dir }}/log owner=www\n",
          behind: "      service: name=app state=restarted\n")
      ]),
    EditedCase(
      "q.graphql",
      "query Boat($id: ID!) {\n  boat(id: $id) {\n    name\n  }\n}\n\nquery Ports {\n  ports {\n    name\n  }\n}\n",
      [
        .swap(
          "query Boat($id: ID!) {\n  boat(id: $id) {\n",
          "query Boat($boatId: ID!) {\n  boat(id: $boatId) {\n")
      ], [.add("    name\n  }\n  crew(boat: $id) {\n", behind: "  boat(id: $id) {\n")]),
  ]

  @Test(arguments: replaced.indices, MergePolicy.allCases)
  func `a name of data that a side replaced is not used again`(index: Int, policy: MergePolicy)
    throws
  {
    try Self.replaced[index].checkLeft(policy)
  }
}
