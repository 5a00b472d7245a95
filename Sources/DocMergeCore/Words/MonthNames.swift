/// The months in the languages of Europe, in the forms that follow the number of a day.
///
/// `1. Mai` and `2. Mai` are dates and not the items of a list.
package let monthNames: Set<String> = Set(
  [germanic, romanic, slavic, otherLanguages].flatMap { names in
    // Bytes are split in a fraction of the time of characters.
    names.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { String(Substring($0)) }
  })

private let germanic = """
  jan feb mar apr may jun jul aug sep sept oct nov dec
  january february march april june july august september october november december
  januar jänner feber februar märz maerz mär mai juni juli okt oktober dez dezember
  januari februari maart mei augustus mrt maj augusti dec december
  marts oktober desember mars juli januar februar juni des
  janúar febrúar apríl maí júní júlí ágúst október nóvember desember
  januarie februarie junie julie mäerz abrëll juin oktober
  jannewaris febrewaris maaie augustus
  """

private let romanic = """
  janvier février fevrier mars avril mai juin juillet août aout septembre
  octobre novembre décembre decembre
  gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  enero febrero abril mayo junio julio septiembre setiembre octubre noviembre diciembre
  janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
  gener febrer març maig juny juliol agost octubre desembre
  ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
  xaneiro febreiro maio xuño xullo setembro outubro decembro
  """

private let slavic = """
  ledna února března dubna května června července srpna září října listopadu prosince
  leden únor březen duben květen červen červenec srpen říjen listopad prosinec
  januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
  január február marec apríl máj jún júl október
  stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada
  grudnia styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik grudzień
  januarja februarja aprila maja junija julija avgusta septembra oktobra novembra decembra
  januar februar marec april junij julij avgust
  siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna studenoga studenog prosinca
  siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac
  jun jul avgust januara februara marta juna jula avgusta oktobra novembra decembra
  января февраля марта апреля мая июня июля августа сентября октября ноября декабря
  январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
  січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
  студзеня лютага сакавіка красавіка траўня мая чэрвеня ліпеня жніўня верасня кастрычніка
  лістапада снежня
  януари февруари март април май юни юли август септември октомври ноември декември
  јануар фебруар март април мај јун јул август септембар октобар новембар децембар
  јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра
  јануари февруари јуни јули ноември декември
  """

private let otherLanguages = """
  tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta
  syyskuuta lokakuuta marraskuuta joulukuuta
  tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu
  marraskuu joulukuu
  jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
  janvāris janvārī februāris februārī marts martā aprīlis aprīlī maijs maijā jūnijs jūnijā
  jūlijs jūlijā augusts augustā septembris septembrī oktobris oktobrī novembris novembrī
  decembris decembrī
  sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio
  gruodžio
  január február március április május június július augusztus szeptember október november december
  ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου μαίου ιουνίου ιουλίου αυγούστου σεπτεμβρίου
  οκτωβρίου νοεμβρίου δεκεμβρίου
  ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
  urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua
  janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
  ionawr chwefror mawrth ebrill mehefin gorffennaf awst medi hydref tachwedd rhagfyr
  eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa meán samhain nollaig
  jannar frar marzu april mejju ġunju lulju awwissu settembru ottubru novembru diċembru
  """
