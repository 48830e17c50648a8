//! Stop words, months and units for the extractors.

/// Words that carry no subject, for a language each.
pub(crate) const SMALL_WORDS: [(&str, &str); 9] = [
    (
        "en",
        "\
         the of and to a in is was that for it on as with are be by at from this which or were \
         had not but an they we you he she his her their have has when there so if",
    ),
    (
        "de",
        "\
         der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es \
         an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über war",
    ),
    (
        "fr",
        "\
         le la les de des et du en un une est que qui dans pour pas au sur par il elle ne se ce \
         plus avec sont aux d l ces cette mais ont n était nous vous",
    ),
    (
        "es",
        "\
         el los las de y que en del se por con una un para es no su lo al como más pero sus le \
         ya este sí porque esta son entre cuando muy fue",
    ),
    (
        "it",
        "\
         il di che è la e un per non una del della in con si le i da al dei nel gli come alla \
         più sono ha anche delle",
    ),
    (
        "pt",
        "\
         o de que e do da em um para com não uma os no se na por mais as dos como mas ao das à \
         seu sua foi são pelo",
    ),
    (
        "nl",
        "\
         de het een van en in is dat op te met voor niet zijn aan er om ook als bij door maar \
         naar wordt uit over nog worden was werd",
    ),
    (
        "sv",
        "\
         och att det som en på är av för med till den har inte ett om var jag men från så de vid \
         kan när efter",
    ),
    (
        "ru",
        "и в не на что с по как это из к за он она они от о но для было был была так его же у а",
    ),
];

/// More English words that say nothing of a subject, mostly of speech.
const FILLERS: &str = "\
    about above actually after again all also always am any anything around because been before \
    being below between both can come comes could did didn't do does doesn't doing don't done \
    down during each even ever every few get gets getting go goes going gonna good got hello \
    here hi him himself how however i i'm into its itself just kind know let let's like little \
    look lot lots made make makes many may maybe me mean might more most much must my need never \
    no now off oh okay ok one once only other our out over own people put quite rather really \
    right said same say says see should since some something sort still such take tell than \
    thank thanks that's them then these thing things think those three through time too two uh \
    um under until up us used very want wanted way well went what where while who whom whose why \
    will without would yeah yes yet your yourself re ve ll s t d m per via within upon among \
    though although either";

/// Words of a question that refer to the text itself.
const ASKING: &str = "\
    answer article author chapter describe described discuss discussed document explain \
    explained find give list mention mentioned mentions page paper passage passages please quote \
    quotes report show source speaker state stated text transcript video written";

const ABBREVIATIONS: &str = "\
    mr mrs ms dr prof st sr jr vs no nr e.g i.e etc approx ca fig figs vol ed eds pp inc ltd co \
    corp dept est al cf a.m p.m u.s u.k z.b bzw usw u.a d.h str jan feb mar apr jun jul aug sep \
    sept oct nov dec art sec ch gen col capt sra dña av env";

pub(crate) fn is_abbreviation(lower: &str) -> bool {
    has_word(ABBREVIATIONS, lower)
}

/// Returns whether a list, which is divided by blanks, has the word.
pub(crate) fn has_word(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Returns whether the word carries no subject, in the language or, if that is not known, in any.
pub(crate) fn is_small(lower: &str, language: Option<&str>) -> bool {
    let of = |code: &str| {
        let known = SMALL_WORDS.iter().find(|(known, _)| *known == code);
        known.is_some_and(|(_, words)| has_word(words, lower))
    };
    match language {
        Some("en") => of("en") || has_word(FILLERS, lower),
        Some(code) => of(code),
        None => SMALL_WORDS.iter().any(|(_, words)| has_word(words, lower)),
    }
}

/// Returns whether a question uses the word only to ask.
pub(crate) fn is_asking(lower: &str) -> bool {
    has_word(ASKING, lower)
}

const MONTHS: [&[&str]; 12] = [
    &[
        "january", "jan", "januar", "jänner", "janvier", "enero", "gennaio", "janeiro", "januari",
    ],
    &[
        "february",
        "feb",
        "februar",
        "février",
        "febrero",
        "febbraio",
        "fevereiro",
        "februari",
    ],
    &["march", "mar", "märz", "mars", "marzo", "março", "maart"],
    &["april", "apr", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "maio", "mei", "maj"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "jul", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "aug", "août", "agosto", "augustus", "augusti"],
    &[
        "september",
        "sep",
        "sept",
        "septembre",
        "septiembre",
        "settembre",
        "setembro",
    ],
    &[
        "october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "outubro",
    ],
    &["november", "nov", "novembre", "noviembre", "novembro"],
    &[
        "december",
        "dec",
        "dezember",
        "dez",
        "décembre",
        "diciembre",
        "dicembre",
        "dezembro",
    ],
];

/// The month that a word names, from 1.
pub(crate) fn month_of(lower: &str) -> Option<u32> {
    let at = MONTHS.iter().position(|names| names.contains(&lower))?;
    u32::try_from(at + 1).ok()
}

/// Words before a year that say it is one.
const BEFORE_YEARS: &str = "\
    in since by from until till during before after around early late mid year spring summer \
    autumn fall winter circa im seit bis von vor nach um jahr jahre en depuis vers année desde \
    año nel dal sinds em ano between to and zwischen entre anno of";

pub(crate) fn is_before_years(lower: &str) -> bool {
    has_word(BEFORE_YEARS, lower)
}

/// Returns whether the word may precede any number.
pub(crate) fn is_weak_before_years(lower: &str) -> bool {
    [
        "and", "to", "of", "um", "von", "nach", "en", "entre", "between",
    ]
    .contains(&lower)
}

const SCALES: &str = "\
    thousand million millions billion billions trillion trillions mn mio bn mrd million. \
    millionen milliarde milliarden tausend millones milliard milliards mille milioni miliardi \
    milhões bilhões miljoen miljard k m b";

pub(crate) fn is_scale(lower: &str) -> bool {
    has_word(SCALES, lower)
}

/// Units of measure, as they are written after a number; case matters.
const UNITS: &str = "\
    km m cm mm mi ft kg g mg t lb lbs l ml ha km² m² m³ °C °F ° K kW MW GW TW kWh MWh GWh TWh W \
    V A Hz kHz MHz GHz kB KB MB GB TB ms s min h hrs km/h mph kn nm Nm Pa hPa bar dB ppm ppb px \
    USD EUR GBP CHF JPY SEK NOK DKK dollars euros pounds cents percent per Prozent pour points \
    degrees metres meters kilometres kilometers miles feet inches tonnes tons litres liters \
    kilograms grams hectares acres seconds minutes hours days weeks months years decades \
    centuries knots";

pub(crate) fn is_unit(word: &str) -> bool {
    has_word(UNITS, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lexicon_entries_are_lower_case() {
        let lists = SMALL_WORDS.iter().map(|(_, words)| *words);
        for list in lists.chain([FILLERS, ASKING, ABBREVIATIONS, BEFORE_YEARS, SCALES]) {
            assert_eq!(list, list.to_lowercase());
        }
        assert_eq!(month_of("märz"), Some(3));
        assert!(is_small("gonna", Some("en")) && is_small("und", None));
    }
}
