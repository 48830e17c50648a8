//! Signing in with the key of a wallet: a message that says which site it is for (EIP-4361, and
//! Solana's form of it), signed by the key that its address names.

mod ethereum;
mod message;
mod solana;

pub use message::SignInMessage;

use crate::AuthError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    Ethereum,
    Solana,
}

/// The account that a signature belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletAccount {
    pub chain: Chain,
    /// In the one form that is stored: lower case where case means nothing.
    pub address: String,
}

impl Chain {
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "ethereum" => Some(Self::Ethereum),
            "solana" => Some(Self::Solana),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Ethereum => "ethereum",
            Self::Solana => "solana",
        }
    }

    /// As the message's first line has it.
    fn title(self) -> &'static str {
        match self {
            Self::Ethereum => "Ethereum",
            Self::Solana => "Solana",
        }
    }
}

impl SignInMessage {
    /// Checks that the address in the message has signed it; `signature` is as wallets write it:
    /// `0x…` in hex, or base64url.
    ///
    /// # Errors
    /// Fails if the signature is missing or invalid.
    pub fn signed_by(&self, signature: &str) -> Result<WalletAccount, AuthError> {
        let address = match self.chain {
            Chain::Ethereum => ethereum::recover_signer(&self.text, signature)
                .filter(|signer| signer.eq_ignore_ascii_case(&self.address)),
            Chain::Solana => solana::is_signed(&self.text, &self.address, signature)
                .then(|| self.address.clone()),
        };
        let address = address.ok_or_else(|| {
            AuthError::Validation(format!(
                "Signature does not match address in message of {}",
                self.chain.title()
            ))
        })?;
        Ok(WalletAccount {
            chain: self.chain,
            address,
        })
    }
}
