/// The letters of base 32.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// A code for users who have lost their second factor: 16 letters, 80 bits.
pub fn recovery_code(random: [u8; 16]) -> String {
    random
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}

/// Normalizes a code as typed, with spaces, dashes and capitals, for hashing.
pub fn normalized_recovery_code(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-')
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_match_despite_case_spaces_and_hyphens() {
        let random = [0, 255, 31, 32, 26, 64, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        let code = recovery_code(random);
        assert_eq!(code, "a77a2ahijklmnopq");
        for written in [
            " A77A-2AHI-JKLM-NOPQ\n",
            "a77a2ahi jklmnopq",
            "A77A2AHIJKLMNOPQ",
        ] {
            assert_eq!(normalized_recovery_code(written), code);
        }
        assert_eq!(normalized_recovery_code(" -- - "), "");
    }
}
