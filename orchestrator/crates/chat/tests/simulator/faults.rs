/// How likely each fault is, in percent of the moments at which it could happen.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    pub chats: usize,
    /// Credits on the account that all chats share.
    pub granted: u64,
    pub kill: u64,
    pub hand_over: u64,
    pub crash: u64,
    pub cut: u64,
    pub leave: u64,
    pub duplicate: u64,
    pub concurrent: u64,
    pub cancel: u64,
    pub rename: u64,
    pub failed_begin: u64,
    pub failed_commit: u64,
    /// Steps of the clock of up to an hour, to either side.
    pub clock: u64,
}

impl Default for Faults {
    fn default() -> Self {
        Self {
            chats: 1,
            granted: 10_000,
            kill: 0,
            hand_over: 0,
            crash: 0,
            cut: 0,
            leave: 0,
            duplicate: 0,
            concurrent: 0,
            cancel: 0,
            rename: 0,
            failed_begin: 0,
            failed_commit: 0,
            clock: 0,
        }
    }
}

impl Faults {
    pub fn all() -> Self {
        Self {
            chats: 2,
            granted: 600,
            kill: 60,
            hand_over: 30,
            crash: 30,
            cut: 40,
            leave: 50,
            duplicate: 80,
            concurrent: 30,
            cancel: 30,
            rename: 60,
            failed_begin: 5,
            failed_commit: 3,
            clock: 2,
        }
    }
}
