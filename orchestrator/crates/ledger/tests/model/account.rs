//! A simple, slow model of the ledger: credits in lots.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, TimeZone, Utc};
use portolan_ledger::{Movement, OVERAGE_PRIORITY, Plans, Tier};
use uuid::Uuid;

use super::SLOTS;

/// Some credits with one fate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    pub priority: u32,
    pub end: DateTime<Utc>,
    pub number: u64,
    pub left: u64,
    pub is_plan: bool,
}

/// Born on the first of a month, so that periods are calendar months.
#[derive(Clone, Debug)]
pub struct Model {
    pub lots: Vec<Lot>,
    pub numbers: u64,
    pub tier: Tier,
    pub next: Option<Tier>,
    pub is_canceled: bool,
    pub month: i32,
    pub holds: [Option<u64>; SLOTS],
    pub spent: u64,
    pub spent_of_plan: u64,
    pub overage: u64,
    pub overage_limit: u64,
    pub alerts: BTreeSet<(i32, u8)>,
    pub last: Option<SettledTurn>,
}

#[derive(Clone, Debug)]
pub struct SettledTurn {
    pub turn_id: Uuid,
    pub at: DateTime<Utc>,
    pub charged: u64,
    pub taken: Vec<Movement>,
}

pub fn month_number(now: DateTime<Utc>) -> i32 {
    now.year() * 12 + now.month0() as i32
}

pub fn first_day(month: i32) -> DateTime<Utc> {
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
    Utc.with_ymd_and_hms(year, month, 1, 0, 0, 0).unwrap()
}

pub fn monthly_credits(tier: &Tier) -> u64 {
    Plans::standard().of(tier).credits
}

impl Model {
    pub fn new(now: DateTime<Utc>, overage_limit: u64) -> Self {
        let mut model = Self {
            lots: Vec::new(),
            numbers: 0,
            tier: Tier::from("free"),
            next: None,
            is_canceled: false,
            month: month_number(now),
            holds: [None; SLOTS],
            spent: 0,
            spent_of_plan: 0,
            overage: 0,
            overage_limit,
            alerts: BTreeSet::new(),
            last: None,
        };
        model.add_plan(200);
        model
    }

    pub fn period_end(&self) -> DateTime<Utc> {
        first_day(self.month + 1)
    }

    pub fn balance(&self) -> u64 {
        self.lots.iter().map(|lot| lot.left).sum()
    }

    pub fn held(&self) -> u64 {
        self.holds.iter().flatten().sum()
    }

    pub fn free(&self) -> u64 {
        self.balance() - self.held()
    }

    pub fn add(&mut self, priority: u32, end: DateTime<Utc>, left: u64, is_plan: bool) {
        let same = self.lots.iter_mut().find(|lot| {
            lot.end == end
                && lot.is_plan == is_plan
                && (is_plan || priority == OVERAGE_PRIORITY)
                && lot.priority == priority
        });
        if let Some(lot) = same {
            lot.left += left;
        } else if left > 0 {
            self.numbers += 1;
            self.lots.push(Lot {
                priority,
                end,
                number: self.numbers,
                left,
                is_plan,
            });
        }
    }

    pub fn add_plan(&mut self, left: u64) {
        self.add(100, self.period_end(), left, true);
    }

    /// One credit after the other; gives what came from which lot.
    pub fn take(&mut self, credits: u64, of: impl Fn(&Lot) -> bool) -> BTreeMap<u64, u64> {
        let mut taken = BTreeMap::new();
        let mut credits = credits;
        self.lots.sort();
        for lot in self.lots.iter_mut().filter(|lot| of(lot)) {
            while credits > 0 && lot.left > 0 {
                let piece = credits.min(lot.left);
                credits -= piece;
                lot.left -= piece;
                *taken.entry(lot.number).or_default() += piece;
            }
        }
        taken
    }

    pub fn spend(&mut self, credits: u64) {
        let end = self.period_end();
        let plan: BTreeSet<u64> = self
            .lots
            .iter()
            .filter(|lot| lot.is_plan && lot.end == end)
            .map(|lot| lot.number)
            .collect();
        let taken = self.take(credits, |_| true);
        self.spent += credits;
        self.spent_of_plan += taken
            .iter()
            .filter(|(number, _)| plan.contains(number))
            .map(|(_, taken)| taken)
            .sum::<u64>();
    }

    pub fn expire(&mut self, now: DateTime<Utc>, coming: u64) {
        let lasting: u64 = self
            .lots
            .iter()
            .filter(|lot| lot.end > now)
            .map(|lot| lot.left)
            .sum();
        let mut kept = self.held().saturating_sub(lasting + coming);
        self.lots.sort();
        for lot in self.lots.iter_mut().filter(|lot| lot.end <= now) {
            let stays = kept.min(lot.left);
            lot.left = stays;
            kept -= stays;
        }
    }

    pub fn advance(&mut self, now: DateTime<Utc>) {
        if month_number(now) <= self.month {
            self.expire(now, 0);
            return;
        }
        self.month = month_number(now);
        if let Some(next) = self.next.take() {
            self.tier = next;
        }
        self.is_canceled = false;
        (self.spent, self.spent_of_plan, self.overage) = (0, 0, 0);
        let coming = monthly_credits(&self.tier);
        self.expire(now, coming);
        self.add_plan(coming);
    }

    pub fn plan_left(&self) -> u64 {
        let end = self.period_end();
        self.lots
            .iter()
            .filter(|lot| lot.is_plan && lot.end == end)
            .map(|lot| lot.left)
            .sum()
    }

    pub fn grant_overage(&mut self, credits: u64) {
        self.overage += credits;
        self.add(OVERAGE_PRIORITY, self.period_end(), credits, false);
    }

    /// The percentages that are reached now for the first time.
    pub fn reached_alerts(&mut self) -> Vec<u8> {
        let of = (self.balance() + self.spent).saturating_sub(self.overage);
        let reached = |percent: u8| self.spent > 0 && self.spent * 100 >= of * u64::from(percent);
        let (is_most, is_all) = (reached(80), reached(100));
        if is_all {
            self.alerts.insert((self.month, 80));
            let is_new = self.alerts.insert((self.month, 100));
            return if is_new { vec![100] } else { vec![] };
        }
        if is_most && self.alerts.insert((self.month, 80)) {
            return vec![80];
        }
        vec![]
    }
}

impl Model {
    pub fn change_tier(&mut self, tier: Tier) {
        if tier == Tier::from("free") && self.tier != Tier::from("free") {
            (self.next, self.is_canceled) = (Some(tier), true);
            return;
        }
        (self.next, self.is_canceled) = (None, false);
        let [old, new] = [&self.tier, &tier].map(monthly_credits);
        if new < old {
            self.next = Some(tier);
        } else if new > old {
            self.tier = tier;
            let missing = new
                .saturating_sub(self.spent_of_plan)
                .saturating_sub(self.plan_left());
            self.add_plan(missing);
        }
    }
}
