//! Numbers as unsigned integers of the same order.

/// Keeps the order of every number but NaN; both zeros are one.
pub fn from_float(value: f64) -> u64 {
    // -0.0 equals 0.0, so both must map to one value.
    let bits = if value == 0.0 { 0 } else { value.to_bits() };
    // Positive floats already sort by their bits; negative ones sort in reverse.
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

pub fn to_float(ordered: u64) -> f64 {
    if ordered >> 63 == 1 {
        f64::from_bits(ordered & !(1 << 63))
    } else {
        f64::from_bits(!ordered)
    }
}

pub fn from_integer(value: i64) -> u64 {
    // Flipping the sign bit moves negative numbers below positive ones.
    value.cast_unsigned() ^ (1 << 63)
}

pub fn to_integer(ordered: u64) -> i64 {
    (ordered ^ (1 << 63)).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_keys_preserve_order_and_decode() {
        let floats = [
            f64::NEG_INFINITY,
            -1e300,
            -1.5,
            -1e-300,
            0.0,
            1e-300,
            2.0,
            f64::INFINITY,
        ];
        assert!(
            floats
                .windows(2)
                .all(|pair| from_float(pair[0]) < from_float(pair[1]))
        );
        assert!(
            floats
                .iter()
                .all(|float| to_float(from_float(*float)) == *float)
        );
        assert_eq!(from_float(-0.0), from_float(0.0));
        let integers = [i64::MIN, -1, 0, 1, i64::MAX];
        assert!(
            integers
                .windows(2)
                .all(|pair| from_integer(pair[0]) < from_integer(pair[1]))
        );
        assert!(
            integers
                .iter()
                .all(|integer| to_integer(from_integer(*integer)) == *integer)
        );
    }
}
