//! Units of measure, and factors between units of one kind.

/// The kind of quantity and the factor to the kind's base unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub name: &'static str,
    pub kind: UnitKind,
    pub factor: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Mass,
    Length,
    Time,
    Speed,
    Money,
    Percent,
    Temperature,
    Area,
    Volume,
    Energy,
    Power,
    Data,
}

/// Returns the unit that a word or sign names. `max` is for a unit in a column's name, where `min` and `m` say little.
pub fn unit(word: &str) -> Option<Unit> {
    use UnitKind::*;
    // Factors lead to the base unit of a kind: gram, metre, second, km/h, m², m³, kWh, kW.
    let (name, kind, factor) = match word {
        "g" | "gram" | "grams" => ("g", Mass, 1.0),
        "kg" | "kilo" | "kilos" | "kilogram" | "kilograms" => ("kg", Mass, 1e3),
        "mg" => ("mg", Mass, 1e-3),
        "t" | "ton" | "tons" | "tonne" | "tonnes" => ("t", Mass, 1e6),
        "lb" | "lbs" | "pound" | "pounds" => ("lb", Mass, 453.592_37),
        "oz" | "ounce" | "ounces" => ("oz", Mass, 28.349_523),
        "mm" | "millimeter" | "millimeters" | "millimetres" => ("mm", Length, 1e-3),
        "cm" | "centimeter" | "centimeters" | "centimetres" => ("cm", Length, 1e-2),
        "m" | "meter" | "meters" | "metre" | "metres" => ("m", Length, 1.0),
        "km" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => ("km", Length, 1e3),
        // "In" is a preposition and no inch.
        "inch" | "inches" => ("in", Length, 0.0254),
        "ft" | "foot" | "feet" => ("ft", Length, 0.3048),
        "mi" | "mile" | "miles" => ("mi", Length, 1_609.344),
        "second" | "seconds" | "sec" | "secs" => ("s", Time, 1.0),
        // "Min" in a column's name is a minimum; behind a number, `spoken` reads it as minutes.
        "minute" | "minutes" | "mins" => ("min", Time, 60.0),
        "hour" | "hours" | "hr" | "hrs" => ("h", Time, 3_600.0),
        "knot" | "knots" => ("knots", Speed, 1.852),
        "m/s" => ("m/s", Speed, 3.6),
        "kmh" | "kph" | "km/h" => ("km/h", Speed, 1.0),
        "mph" => ("mph", Speed, 1.609_344),
        // Currencies are not converted: the kind only says that an amount is money.
        "dollar" | "dollars" | "usd" | "bucks" => ("$", Money, 1.0),
        "euro" | "euros" | "eur" => ("€", Money, 1.0),
        "gbp" | "sterling" | "quid" => ("£", Money, 1.0),
        "chf" | "franc" | "francs" => ("CHF", Money, 1.0),
        "percent" | "pct" => ("%", Percent, 1.0),
        "m2" | "sqm" | "m²" | "qm" => ("m²", Area, 1.0),
        "km2" | "sqkm" | "km²" => ("km²", Area, 1e6),
        "sqft" | "ft2" => ("sq ft", Area, 0.092_903),
        "ha" | "hectare" | "hectares" => ("ha", Area, 1e4),
        "acre" | "acres" => ("acres", Area, 4_046.856),
        "l" | "liter" | "liters" | "litre" | "litres" => ("l", Volume, 1e-3),
        "m3" | "m³" => ("m³", Volume, 1.0),
        "gallon" | "gallons" => ("gal", Volume, 3.785_412e-3),
        "kwh" | "kilowatthour" | "kilowatthours" => ("kWh", Energy, 1.0),
        "mwh" => ("MWh", Energy, 1e3),
        "gwh" => ("GWh", Energy, 1e6),
        "kw" | "kilowatt" | "kilowatts" => ("kW", Power, 1.0),
        "mw" => ("MW", Power, 1e3),
        "kb" | "kilobyte" | "kilobytes" => ("kB", Data, 1e3),
        "mb" | "megabyte" | "megabytes" => ("MB", Data, 1e6),
        "gb" | "gigabyte" | "gigabytes" => ("GB", Data, 1e9),
        "tb" | "terabyte" | "terabytes" => ("TB", Data, 1e12),
        // Degrees are not converted: Celsius and Fahrenheit begin at different points.
        "degrees" | "degree" | "celsius" | "fahrenheit" => ("°", Temperature, 1.0),
        _ => return None,
    };
    Some(Unit { name, kind, factor })
}

/// Returns the unit behind a number, where "min" is a minute and no minimum, and a day is no date.
pub fn spoken(word: &str) -> Option<Unit> {
    let days = |name, count: f64| Unit {
        name,
        kind: UnitKind::Time,
        // The base unit of time is the second.
        factor: count * 86_400.0,
    };
    match word {
        "day" | "days" => Some(days("days", 1.0)),
        "week" | "weeks" => Some(days("weeks", 7.0)),
        "min" => unit("minutes"),
        other => unit(other),
    }
}

/// The stems of column names that measure a kind, for columns that name no unit.
pub fn measured_stems(kind: UnitKind) -> &'static [&'static str] {
    match kind {
        UnitKind::Mass => &["weight", "mass", "load"],
        UnitKind::Length => &[
            "distanc", "length", "height", "width", "depth", "diamet", "radius", "elev", "altitud",
            "size", "trip",
        ],
        UnitKind::Time => &["durat", "time", "run", "runtim", "delay", "length"],
        UnitKind::Speed => &["speed", "veloc", "wind"],
        UnitKind::Money => &[
            "price", "cost", "fee", "amount", "budget", "salari", "revenu", "sale", "sell", "wage",
            "incom", "gross", "fare", "tip", "bill", "rent", "valu", "pay",
        ],
        UnitKind::Percent => &[
            "percent",
            "percentag",
            "pct",
            "rate",
            "share",
            "ratio",
            "perc",
        ],
        UnitKind::Temperature => &["temp", "temperatur"],
        UnitKind::Area => &["area", "surfac", "size"],
        UnitKind::Volume => &["volum", "capac"],
        UnitKind::Energy => &["energi", "electr", "power"],
        UnitKind::Power => &["power", "load"],
        UnitKind::Data => &[
            "memori", "ram", "storag", "disk", "size", "download", "upload",
        ],
    }
}

/// Stems of nouns that a column's unit says beside its name: a column of kWh is about electricity, one in minutes about time.
pub fn unit_nouns(unit: Unit) -> &'static [&'static str] {
    match unit.kind {
        UnitKind::Energy => &["electr", "energi", "power", "consumpt", "use", "usag"],
        UnitKind::Power => &["power", "load"],
        UnitKind::Area => &["area", "surfac", "space"],
        UnitKind::Volume => &["volum", "consumpt", "use", "usag"],
        UnitKind::Time => &["time", "durat", "long"],
        UnitKind::Mass => &["weight", "mass"],
        UnitKind::Length => &["distanc"],
        UnitKind::Money => &["money", "amount"],
        UnitKind::Temperature => &["temperatur"],
        UnitKind::Speed => &["speed"],
        UnitKind::Percent => &["rate", "percent", "percentag", "share"],
        UnitKind::Data => &["storag"],
    }
}
