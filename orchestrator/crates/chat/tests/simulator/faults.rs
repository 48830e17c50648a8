/// How likely each fault is, in percent of the moments at which it could happen.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    pub chats: usize,
    pub viewers: usize,
    /// Credits on the account that all chats share.
    pub granted: u64,
    pub kill: u64,
    pub hand_over: u64,
    pub crash: u64,
    pub upstream: UpstreamFaults,
    pub leave: u64,
    /// Viewers leave after each event that they are given.
    pub leave_always: bool,
    /// Viewers that read so rarely that they are let go.
    pub slow: u64,
    pub duplicate: u64,
    /// How many times a message is sent at once, at most.
    pub copies: u64,
    /// How many messages of their own people send to a chat at once.
    pub burst: u64,
    /// All users send at the very beginning.
    pub rush: bool,
    pub cancel: u64,
    pub rename: u64,
    pub failed_begin: u64,
    pub failed_commit: u64,
    /// The store doesn't answer for a while.
    pub busy: u64,
    /// The store takes nothing for a while; it can be read.
    pub full: u64,
    /// Steps of the clock: an hour to either side, or a day back.
    pub clock: u64,
}

/// Faults of the model, in percent of its calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpstreamFaults {
    /// Asks to wait, or refuses for good.
    pub limited: u64,
    /// Fails before it says a word; half of the time the call is made again.
    pub failing: u64,
    /// Says nothing at all until it is given up.
    pub unreachable: u64,
    /// Breaks off in the middle, in percent of the moments.
    pub cut: u64,
    /// Says things that make no sense where they come.
    pub garbage: u64,
    /// Falls silent in the middle.
    pub silent: u64,
    /// Writes letter by letter, with pauses.
    pub slow: u64,
    /// Reports no usage, or one that cannot be.
    pub odd_usage: u64,
}

impl Faults {
    pub const NONE: Self = Self {
        chats: 1,
        viewers: 2,
        granted: 10_000,
        kill: 0,
        hand_over: 0,
        crash: 0,
        upstream: UpstreamFaults {
            limited: 0,
            failing: 0,
            unreachable: 0,
            cut: 0,
            garbage: 0,
            silent: 0,
            slow: 0,
            odd_usage: 0,
        },
        leave: 0,
        leave_always: false,
        slow: 0,
        duplicate: 0,
        copies: 1,
        burst: 1,
        rush: false,
        cancel: 0,
        rename: 0,
        failed_begin: 0,
        failed_commit: 0,
        busy: 0,
        full: 0,
        clock: 0,
    };

    pub fn every_fault() -> Self {
        Self {
            chats: 2,
            viewers: 4,
            granted: 600,
            kill: 60,
            hand_over: 30,
            crash: 30,
            upstream: UpstreamFaults {
                limited: 5,
                failing: 5,
                unreachable: 5,
                cut: 40,
                garbage: 5,
                silent: 5,
                slow: 5,
                odd_usage: 5,
            },
            leave: 50,
            slow: 20,
            duplicate: 80,
            copies: 3,
            burst: 3,
            cancel: 30,
            rename: 60,
            failed_begin: 5,
            failed_commit: 3,
            busy: 10,
            full: 5,
            clock: 2,
            ..Self::NONE
        }
    }

    /// Several chats on credits for three of them.
    pub fn crowded() -> Self {
        Self {
            chats: 4,
            viewers: 8,
            granted: 130,
            kill: 30,
            ..Self::NONE
        }
    }
}
