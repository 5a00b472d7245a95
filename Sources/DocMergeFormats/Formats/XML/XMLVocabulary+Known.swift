extension XMLVocabulary {
  /// All vocabularies.
  static let known: [Words] = builds + translations + screens + settings + feeds

  /// Vocabularies of builds.
  private static let builds = [
    Words(
      root: "project", sign: "modelVersion", rules: maven.rules, unordered: maven.unordered),
    Words(
      root: "project", sign: "maven", rules: maven.rules, unordered: maven.unordered),
    Words(
      root: "Project",
      rules: [
        "ItemGroup/*": "@Include @Condition?|@Update @Condition?|@Remove @Condition?",
        "ItemDefinitionGroup/*": ". @Condition?",
        "Import": "@Project @Condition?", "Target": "@Name", "UsingTask": "@TaskName",
        "ParameterGroup/*": ".",
      ],
      unordered: "ItemGroup"),
    Words(
      root: "package", sign: "metadata",
      rules: [
        "dependency reference": "@id|@file", "group": "@targetFramework", "file": "@src @target?",
        "frameworkAssembly": "@assemblyName",
      ],
      unordered: "dependencies group"),
    Words(
      root: "packages", rules: ["package": "@id @targetFramework?"], unordered: "packages"),
    Words(root: "classpath", rules: ["classpathentry": "@kind @path"]),
    Words(
      root: "ivy-module", rules: ["dependency": "@org? @name", "conf artifact": "@name"],
      unordered: "dependencies"),
  ]

  private static let maven: (rules: KeyValuePairs<String, String>, unordered: String) = (
    [
      "dependency": "groupId artifactId type? classifier?", "exclusion": "groupId artifactId",
      "plugin extension": "groupId? artifactId", "execution": "id?", "module": ".",
      "profile repository pluginRepository snapshotRepository": "id",
      "developer contributor": "id|email|name", "license mailingList": "name",
      "reportSet": "id?", "resource testResource": "directory",
    ], "dependencies exclusions plugins modules properties"
  )

  /// Vocabularies of translations.
  private static let translations = [
    Words(
      root: "root", sign: "resheader",
      rules: ["data metadata resheader": "@name", "assembly": "@alias|@name"], unordered: "root"),
    Words(
      root: "xliff",
      rules: [
        "file": "@id|@original @source-language? @target-language?",
        "trans-unit unit group": "@id", "segment": "@id",
      ],
      unordered: "body group file"),
    Words(
      root: "TS", rules: ["context": "name", "message": "@id|source comment?"],
      unordered: "TS context"),
    Words(root: "tmx", rules: ["tu": "@tuid", "tuv": "@xml:lang|@lang"], unordered: "body tu"),
    Words(
      root: "resources",
      rules: [
        "resources/*": "@name @product?", "style/item": "@name", "plurals/item": "@quantity",
        "declare-styleable/attr": "@name", "attr/enum attr/flag": "@name",
      ],
      unordered: "resources style plurals declare-styleable"),
  ]

  /// Vocabularies of screens.
  private static let screens = [
    Words(
      root: "document", sign: "com.apple.InterfaceBuilder", rules: interface,
      unordered: "connections dependencies resources scenes userDefinedRuntimeAttributes",
      values: shapes),
    Words(root: "archive", sign: "com.apple.InterfaceBuilder", values: shapes),
  ]

  private static let interface: KeyValuePairs<String, String> = [
    "userDefinedRuntimeAttribute": "@keyPath", "image namedColor systemColor": "@name",
    "plugIn": "@identifier", "capability": "@name", "customFonts": "@key",
    "rect size point color fontDescription inset edgeInsets": "@key",
  ]

  /// The position and look of a shape are one decision.
  private static let shapes =
    "rect point size color inset edgeInsets autoresizingMask affineTransform range fontDescription"

  /// Vocabularies of program settings.
  private static let settings =
    [
      Words(
        root: "manifest", sign: "schemas.android.com",
        rules: [
          "activity activity-alias service receiver provider uses-permission permission uses-feature":
            "@android:name",
          "meta-data uses-library action category uses-permission-sdk-23 package": "@android:name",
          "property": "@android:name",
        ],
        unordered: "manifest application"),
      Words(
        root: "beans",
        rules: [
          "bean": "@id|@name", "property": "@name", "import": "@resource",
          "entry": "@key",
        ]),
      Words(
        root: "configuration",
        rules: [
          "appSettings/add": "@key", "connectionStrings/add": "@name",
          "dependentAssembly": "assemblyIdentity@name assemblyIdentity@culture?",
          "section sectionGroup": "@name", "configuration/property": "name",
        ],
        unordered: "appSettings connectionStrings assemblyBinding"),
      Words(
        root: "module", rules: ["property": "@name"]),
    ] + salesforce

  /// The kinds of metadata of Salesforce, whose parts have names of their own.
  private static let salesforce = [
    "Profile", "PermissionSet", "CustomObject", "CustomLabels", "Translations",
    "CustomObjectTranslation", "Package", "MutingPermissionSet", "CustomApplication", "Workflow",
    "GlobalValueSetTranslation", "SharingRules",
  ].map { root in
    Words(
      root: root, sign: "soap.sforce.com",
      rules: [
        "applicationVisibilities": "application", "categoryGroupVisibilities": "dataCategoryGroup",
        "classAccesses": "apexClass", "fieldPermissions": "field", "flowAccesses": "flow",
        "externalDataSourceAccesses": "externalDataSource", "objectPermissions": "object",
        "layoutAssignments": "layout recordType?", "pageAccesses": "apexPage",
        "recordTypeVisibilities": "recordType", "tabSettings tabVisibilities": "tab",
        "customPermissions userPermissions customMetadataTypeAccesses customSettingAccesses":
          "name",
        "loginIpRanges": "startAddress endAddress",
        "profileActionOverrides": "actionName pageOrSobjectType? recordType? formFactor? type?",
        "actionOverrides": "actionName formFactor?", "picklistValues": "picklist",
        "fields labels listViews recordTypes validationRules webLinks fieldSets": "fullName|name",
        "businessProcesses compactLayouts indexes sharingReasons alerts rules": "fullName|name",
        "fieldUpdates tasks outboundMessages": "fullName|name",
        "sharingCriteriaRules sharingOwnerRules": "fullName", "types": "name", "members": ".",
        "customApplications customTabs reportTypes globalPicklists layouts": "name|layout",
      ],
      unordered: "\(root) types")
  }

  private static let page: KeyValuePairs<String, String> = [
    "meta": "@name|@property|@http-equiv|@charset", "link": "@rel @href", "script": "@src",
    "img": "@src", "option": "@value", "input textarea select": "@id|@name",
  ]

  /// Vocabularies of feeds.
  private static let feeds = [
    Words(root: "rss", rules: ["item": "guid|link|title"]),
    Words(root: "feed", rules: ["entry": "id"]),
    // A page has a root without a name.
    Words(root: "", rules: page),
    Words(root: "html", rules: page),
    // The contents of a book.
    Words(
      root: "package", sign: "spine",
      rules: ["item": "@id|@href", "itemref": "@idref", "reference": "@type @href"],
      unordered: "manifest"),
    Words(root: "opml", rules: ["outline": "@xmlUrl|@id|@url|@text|@title"]),
  ]
}
