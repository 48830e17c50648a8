//! Domain types that http, chat and store share; no SQL, no HTTP.
//!
//! What serialises does so as the wire has it: camelCase, RFC 3339, ids as UUID text.

mod account;
mod activity;
mod admin_action;
mod api_key;
mod auth_flow;
mod billing;
mod board;
mod chart;
mod chart_version;
mod chat;
mod contributor;
mod custom_provider;
mod domain_stats;
mod factor;
mod feedback;
mod links;
mod oauth_authorization;
mod oauth_client;
mod outbox;
mod overview;
mod page;
mod passkey;
mod portolan;
mod profile;
mod published_item;
mod replay_comparison;
mod replay_run;
mod saved;
mod sentence;
mod session;
mod significance;
mod source;
mod source_words;
mod storage;
mod table_original;
mod turn;
mod usage_event;
mod user;
mod webhook;
mod word_schema;

pub use account::{
    AccountPlan, EntryKind, LedgerEntry, NORMAL_PRIORITY, NewGrant, Notification, Period, Plan,
    PlanLimits, Plans, Tier, UserFilter, UserSort, UserUsage,
};
pub use activity::{
    ActivityFilter, ActivitySort, ActivityUser, ChatActivity, ChatView, ViewingAdmin,
};
pub use admin_action::{ActionFilter, ActionSort, AdminAction, AdminActionKind, RecordedAction};
pub use api_key::{ApiKey, KeyFilter, KeyOwner, KeySort, NewApiKey, OwnedApiKey, Scope};
pub use auth_flow::{AuthAuditEntry, AuthCode, OauthState};
pub use billing::{BilledSubscription, BillingCustomer};
pub use board::{Board, BoardAddition, BoardChange};
pub use chart::{Chart, Interval, Schedule, Visibility};
pub use chart_version::{
    Annotation, AnnotationOffset, AnnotationPlace, ChartVersion, SourceStamp, VersionReason,
    VersionSummary,
};
pub use chat::{Chat, FoundChat, Match, SearchItem, SearchKind};
pub use contributor::{
    ContributedItem, Contributor, ContributorApplication, ContributorFilter, PendingApplication,
    PendingProposal, ReviewStatus, Topic, ViewDay,
};
pub use custom_provider::{CustomProvider, CustomProviderSettings};
pub use domain_stats::{DomainDay, DomainFilter, DomainSort, DomainStats, ReadOutcome};
pub use factor::{Factor, FactorChallenge, FactorStatus, FactorType};
pub use feedback::{
    Feedback, FeedbackFilter, FeedbackItem, FeedbackMetadata, FeedbackStatus, FeedbackUser,
};
pub use links::{find_links, links_to_read, without_links};
pub use oauth_authorization::{OauthAuthorization, OauthAuthorizationStatus, OauthGrant};
pub use oauth_client::OauthClient;
pub use outbox::{MessageKind, OutboxFilter, OutboxItem, OutboxPart, OutboxSort, OutboxStatus};
pub use overview::{ModelDay, OverviewDay};
pub use page::{Direction, Page, PageRequest};
pub use passkey::{Passkey, PasskeyChallenge};
pub use portolan::{Portolan, PortolanChange};
pub use profile::{Profile, ProfileChange};
pub use published_item::{
    AdminItem, Author, FeatureSettings, FeaturedItem, ItemFilter, ItemSort, ItemStatus,
    PublishedItem, chart_thumbnail,
};
pub use replay_comparison::{
    AmountComparison, ComparedAmount, ComparedPart, Comparer, PartComparison, ReplayComparison,
    differing_parts,
};
pub use replay_run::{
    ChatSelection, ClaimedReplay, NewReplayRun, NewReplayedTurn, ReplayFilter, ReplayRun,
    ReplayStatus, ReplayedAnswers, ReplayedTurn, TurnSummary,
};
pub use saved::{SavedItem, SavedKind};
pub use sentence::as_sentence;
pub use session::{AuthMethod, AuthSession, OneTimeKind};
pub use source::{Source, SourceStatus};
pub use source_words::{InvalidWords, SourceColumnWords, SourcePhrasing, SourceWords, WordMeaning};
pub use storage::{Bucket, BucketChange, Replace, ResumableUpload, StoredObject};
pub use table_original::{InvalidEdit, OriginalColumn, TableOriginal};
pub use turn::{LoggedEvent, Turn};
pub use usage_event::{ChargedEntry, UsageEvent, UsageEventData, UsageEventType};
pub use user::{ChangeSide, EXAMPLES_USER, Identity, TokenRole, User};
pub use webhook::{
    DeliveryAttempt, DeliveryStatus, NewWebhookEvent, SealedSecret, Webhook, WebhookChange,
    WebhookDelivery, WebhookEvent, WebhookEventData, WebhookStatus,
};
