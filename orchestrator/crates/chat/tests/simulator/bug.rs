use crate::invariants::Invariant::{self, I1, I2, I3, I4, I5, I6, I7};

/// Deliberate faults of the store, the actor or the viewers, each of which a run has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The charge is written when the commit is asked for, not with it.
    ChargeBeforeCommit,
    /// Events go to the viewers when their commit is asked for.
    PublishBeforeCommit,
    /// A viewer resumes one event too far.
    ResumeSkipsAnEvent,
    /// A viewer forgets how much of the open block it has.
    ResumeForgetsOffset,
    /// A key that was used begins another turn.
    NoIdempotency,
    /// The hold is not reserved.
    NoHold,
    /// A raised hold is allowed without room for it.
    RaiseWithoutRoom,
    /// The hold stays when the turn is settled.
    HoldNotReleased,
    /// The commit of an owner that was replaced is taken.
    NoFencing,
    /// A restart forgets that a block was open.
    OpenBlockForgotten,
    /// A restart forgets a finished step.
    JournalForgotten,
    /// A delta is lost on the way to the viewers.
    DeltaLost,
}

impl Bug {
    /// Each with the invariants that it may be found by.
    pub const ALL: [(Self, &[Invariant]); 12] = [
        (Self::ChargeBeforeCommit, &[I4, I5]),
        (Self::PublishBeforeCommit, &[I1]),
        (Self::ResumeSkipsAnEvent, &[I1, I2]),
        (Self::ResumeForgetsOffset, &[I2]),
        (Self::NoIdempotency, &[I4]),
        (Self::NoHold, &[I5, I6]),
        (Self::RaiseWithoutRoom, &[I6]),
        (Self::HoldNotReleased, &[I6]),
        (Self::NoFencing, &[I1, I2, I4, I7]),
        (Self::OpenBlockForgotten, &[I2, I3]),
        (Self::JournalForgotten, &[I3, I4]),
        (Self::DeltaLost, &[I2]),
    ];
}
