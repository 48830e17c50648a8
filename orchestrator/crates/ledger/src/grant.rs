use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Account, EntryKind, Movement, account::EntryDraft, entry::signed_credits};

/// The order of charges: a lower number is used before a higher one.
pub const NORMAL_PRIORITY: u32 = 100;
/// Overage is used last.
pub const OVERAGE_PRIORITY: u32 = 1_000;

/// Credits that came together and go together. Of several a charge uses the one with the lowest
/// priority first, then the one that expires first, then the oldest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// 1, 2, 3 … per account.
    pub number: u64,
    pub kind: GrantKind,
    pub priority: u32,
    /// The credits granted and the credits left.
    pub amount: u64,
    pub remaining: u64,
    /// When it expires; None if it doesn't.
    pub expires_at: Option<DateTime<Utc>>,
    pub description: String,
    pub granted_at: DateTime<Utc>,
    /// The expired credits, and the recorded time of expiry: they return if the clock turns out to have been
    /// ahead.
    pub expired: u64,
    pub expired_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GrantKind {
    /// A period's credits.
    Plan,
    /// Given beside the plan.
    Extra,
    /// Beyond the plan, under a soft limit.
    Overage,
}

/// Credits that a user gives beside the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGrant {
    pub credits: u64,
    pub priority: u32,
    pub expires_at: Option<DateTime<Utc>>,
    /// The reason for the grant, as the admin wrote it.
    pub description: String,
}

impl Grant {
    /// The order of use.
    fn place(&self) -> (u32, DateTime<Utc>, u64) {
        let end = self.expires_at.unwrap_or(DateTime::<Utc>::MAX_UTC);
        (self.priority, end, self.number)
    }

    pub(crate) fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

impl Account {
    /// Adds a grant of credits in addition to the plan; does nothing for zero credits.
    pub fn give(&mut self, grant: NewGrant, now: DateTime<Utc>) {
        let description = grant.description.clone();
        let movement = self.new_grant(GrantKind::Extra, grant, now);
        self.record_entry(EntryDraft {
            description,
            ..EntryDraft::new(EntryKind::Grant, vec![movement])
        });
    }

    /// Adds credits to the period's own, with an entry of this kind.
    pub(crate) fn add_to_plan(
        &mut self,
        kind: EntryKind,
        credits: u64,
        description: String,
        now: DateTime<Utc>,
    ) {
        let movement = self.put_into_plan(credits, now);
        self.record_entry(EntryDraft {
            description,
            ..EntryDraft::new(kind, vec![movement])
        });
    }

    pub(crate) fn put_into_plan(&mut self, credits: u64, now: DateTime<Utc>) -> Movement {
        let new = NewGrant {
            credits,
            priority: NORMAL_PRIORITY,
            expires_at: Some(self.state.period.end),
            description: format!("{} plan", self.current_plan().name),
        };
        self.put_into(GrantKind::Plan, new, now)
    }

    pub(crate) fn add_overage(&mut self, credits: u64, now: DateTime<Utc>) {
        let new = NewGrant {
            credits,
            priority: OVERAGE_PRIORITY,
            expires_at: Some(self.state.period.end),
            description: "Overage allowance".to_owned(),
        };
        let movement = self.put_into(GrantKind::Overage, new, now);
        self.state.overage += credits;
        self.record_entry(EntryDraft {
            description: "Overage allowance".to_owned(),
            ..EntryDraft::new(EntryKind::Grant, vec![movement])
        });
    }

    /// Into the grant of this kind and end, or into a new one.
    fn put_into(&mut self, kind: GrantKind, new: NewGrant, now: DateTime<Utc>) -> Movement {
        let same = self
            .grants
            .iter_mut()
            .find(|grant| grant.kind == kind && grant.expires_at == new.expires_at);
        match same {
            Some(grant) => {
                grant.amount += new.credits;
                grant.remaining += new.credits;
                Movement {
                    grant: grant.number,
                    amount: signed_credits(new.credits),
                }
            }
            None => self.new_grant(kind, new, now),
        }
    }

    fn new_grant(&mut self, kind: GrantKind, new: NewGrant, now: DateTime<Utc>) -> Movement {
        if new.credits > 0 {
            self.state.grant_count += 1;
            self.grants.push(Grant {
                number: self.state.grant_count,
                kind,
                priority: new.priority,
                amount: new.credits,
                remaining: new.credits,
                expires_at: new.expires_at,
                description: new.description,
                granted_at: now,
                expired: 0,
                expired_at: None,
            });
        }
        Movement {
            grant: self.state.grant_count,
            amount: signed_credits(new.credits),
        }
    }

    /// Takes credits out of the grants that pass, in the order of use; there must be as many.
    pub(crate) fn take(&mut self, credits: u64, from: impl Fn(&Grant) -> bool) -> Vec<Movement> {
        let mut left = credits;
        let mut grants: Vec<&mut Grant> = self
            .grants
            .iter_mut()
            .filter(|grant| grant.remaining > 0 && from(grant))
            .collect();
        grants.sort_by_key(|grant| grant.place());
        let mut movements = Vec::new();
        for grant in grants {
            let taken = left.min(grant.remaining);
            if taken == 0 {
                break;
            }
            grant.remaining -= taken;
            left -= taken;
            movements.push(Movement {
                grant: grant.number,
                amount: -signed_credits(taken),
            });
        }
        movements
    }

    /// Ends what is past its time, but for what running turns hold beyond the rest and beyond the
    /// `coming` credits: that stays until they end.
    pub(crate) fn expire(&mut self, coming: u64, now: DateTime<Utc>) {
        let mut kept = self.held_beyond_grants(coming, now);
        let mut expired: Vec<(u64, String, u64)> = Vec::new();
        let mut grants: Vec<&mut Grant> = self
            .grants
            .iter_mut()
            .filter(|grant| grant.remaining > 0 && grant.is_expired(now))
            .collect();
        grants.sort_by_key(|grant| grant.place());
        for grant in grants {
            let stays = kept.min(grant.remaining);
            kept -= stays;
            let gone = grant.remaining - stays;
            if gone == 0 {
                continue;
            }
            grant.remaining = stays;
            grant.expired += gone;
            grant.expired_at = Some(now);
            let description = match grant.kind {
                GrantKind::Plan => "Unused credits of the last period".to_owned(),
                GrantKind::Extra => format!("Expired unused: {}", grant.description),
                GrantKind::Overage => "Unused overage allowance".to_owned(),
            };
            expired.push((grant.number, description, gone));
        }
        for (grant, description, gone) in expired {
            let movement = Movement {
                grant,
                amount: -signed_credits(gone),
            };
            self.record_entry(EntryDraft {
                description,
                ..EntryDraft::new(EntryKind::Expiry, vec![movement])
            });
        }
    }

    /// Gives back what expired after `limit`, if it has not expired by now.
    pub(crate) fn restore_expired(&mut self, limit: DateTime<Utc>, now: DateTime<Utc>) {
        let mut movements = Vec::new();
        for grant in &mut self.grants {
            if grant.is_expired(now) || grant.expired_at.is_none_or(|at| at <= limit) {
                continue;
            }
            let restored = std::mem::take(&mut grant.expired);
            grant.expired_at = None;
            grant.remaining += restored;
            movements.push(Movement {
                grant: grant.number,
                amount: signed_credits(restored),
            });
        }
        self.record_entry(EntryDraft {
            description: "Restored: the server's clock was ahead".to_owned(),
            ..EntryDraft::new(EntryKind::Adjustment, movements)
        });
    }

    /// Returns whether [`Account::expire`] has something to do.
    pub(crate) fn has_expired(&self, now: DateTime<Utc>) -> bool {
        let expired: u64 = self
            .grants
            .iter()
            .filter(|grant| grant.is_expired(now))
            .map(|grant| grant.remaining)
            .sum();
        expired > self.held_beyond_grants(0, now)
    }

    /// Returns the credits that running turns hold beyond the unexpired grants.
    fn held_beyond_grants(&self, coming: u64, now: DateTime<Utc>) -> u64 {
        self.state
            .held
            .saturating_sub(self.lasting_credits(now) + coming)
    }

    /// Returns the credits left in unexpired grants.
    pub(crate) fn lasting_credits(&self, now: DateTime<Utc>) -> u64 {
        self.grants
            .iter()
            .filter(|grant| !grant.is_expired(now))
            .map(|grant| grant.remaining)
            .sum()
    }
}
