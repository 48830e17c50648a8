// Interface text of the area account. One object for each module that shows it.

export const accountFrame = {
  portolanHome: "Portolan home",
};

export const addressForm = {
  emailOrPhone: "Email or phone",
  email: "Email",
  placeholder: "you@example.org",
};

export const apiKeysCard = {
  apiKeys: "API keys",
  description: "Use a separate key for each app, with only the scopes it needs. Delete keys you no longer use.",
  yourApiKeys: "your API keys",
  apiKeyList: "Your API keys",
  scopesOf: (scopes: string) => `Scopes: ${scopes}`,
  requestsOf: (requests: number) => `${requests} requests a minute`,
  neverExpires: "never expires",
  expiresOn: (day: string) => `expires on ${day}`,
  expiredOn: (day: string) => `expired on ${day}`,
  created: (createdAt: string) => `created ${createdAt}`,
  lastUsed: (lastUsedAt: string) => `last used ${lastUsedAt}`,
  neverUsed: "never used",
  remove: "Remove",
  removeTitle: (name: string | number) => `Remove “${name}”?`,
  appsThatUseThisKey: "Apps that use this key lose access immediately.",
  notInPlan: "Your plan doesn't include API keys.",
  allInUse: (count: number) =>
    `${count === 1 ? "You're using the one API key" : `You're using all ${count} API keys`} of your plan. Remove one or upgrade.`,
  seePlans: "See plans",
  createApiKey: "Create API key",
  apiKey: (name: string | number) => `API key “${name}”`,
  copyThisKeyNowYou: "Copy this key now. You won't be able to see it again.",
  iveSavedIt: "I've saved it",
};

export const contributorCard = {
  charters: "Charters",
  description: "Charters can propose charts, boards, and documents for Discover.",
  youAreCharter: "You're a Charter.",
  seePublished: "View your published items",
  yourApplication: "your application",
  pending: (day: string) => `You applied on ${day}. An administrator will review your application.`,
  declined: "Your application was declined. You can apply again.",
  enterAReason: "Enter what you'd like to publish.",
  tooLong: "Use at most 2,000 characters.",
  reason: "What would you like to publish?",
  placeholder: "Charts about rivers and rainfall in my region",
  apply: "Apply",
};

export const createApiKeyDialog = {
  createApiKey: "Create API key",
  enterANameForThe: "Enter a name for the key.",
  atMost100Characters: "Use at most 100 characters.",
  keyName: "Key name",
  placeholder: "Nightly report",
  scopes: "Scopes",
  read: "Read",
  readHint: "Read-only access to everything in your account.",
  chat: "Chat",
  chatHint: "Ask questions and upload data. For the extension, scripts, and batch jobs.",
  boards: "Boards",
  boardsHint: "Create and edit boards, charts, documents, and bookmarks.",
  admin: "Admin",
  adminHint: "Call the admin API.",
  expires: "Expires",
  never: "Never",
  inDays: (days: string) => `In ${days} days`,
  requestsPerMinute: "Requests per minute",
  requestsWithin: (most: number) => `Enter a number from 1 to ${most}.`,
  cancel: "Cancel",
  create: "Create",
};

export const avatarCrop = {
  couldntReadThisImageChoose: "Couldn't read this image. Choose a PNG or JPEG file.",
  cropYourPicture: "Crop your picture",
  description: "Drag the image to position it inside the circle.",
  cropAreaUseTheArrow: "Crop area. Use the arrow keys to move it.",
  zoom: "Zoom",
  cancel: "Cancel",
  savePicture: "Save picture",
};

export const avatarField = {
  pictureUpdated: "Picture updated.",
  couldntUpdateYourPicture: "Couldn't update your picture.",
  chooseAPicture: "Choose a picture",
  changePicture: "Change picture",
  addPicture: "Add picture",
  remove: "Remove",
};

export const codeForm = {
  enterTheCodeForExample: "Enter the code, for example 123456.",
  code: "Code",
  aNewCodeIsOn: "A new code is on its way.",
  didntGetACode: "Didn't get a code?",
  resendCode: "Resend code",
};

export const companyForm = {
  enterYourWorkEmailDomain: "Enter your work email domain, for example example.org.",
  domain: "Domain",
  placeholder: "example.org",
  continueWithSso: "Continue with SSO",
};

export const connectAppDialog = {
  addAuthenticatorApp: "Add authenticator app",
  description: "Scan this QR code with an authenticator app or password manager.",
  qrCodeWithTheSecret: "QR code with the secret key below",
  cantScanItEnterThis: "Can't scan it? Enter this key in the app:",
  authenticationCode: "Authentication code",
  turnOn: "Turn on",
  secondFactorAdded: "Second factor added.",
  thenEnterTheCodeFrom: "Then enter the code from the app.",
};

export const consentForm = {
  willBeAbleTo: "will be able to:",
  signedInAs: "Signed in as",
  signedInOnThisDevice: "the account on this device",
  notYou: "Not you?",
  youllBeRedirectedTo: "You'll be redirected to",
  deny: "Deny",
  allow: "Allow",
  allowOnlyAppsYouTrust: "Allow only apps you trust. You can revoke access in your settings at any time.",
  thisRequestHasExpiredOr: "This request has expired or belongs to another account. Go back to the app and try again.",
  thisRequestHasAlreadyBeen: "This request has already been answered. Go back to the app and try again.",
  thisServerDoesntSupportSigning: "This server doesn't support signing in to other apps.",
  couldntProcessThisRequestGo: "Couldn't process this request. Go back to the app and try again.",
};

export const dataExport = {
  exportAllDataZip: "Export all data (ZIP)",
  cancel: "Cancel",
  preparingYourExport: "Preparing your export",
  exportProgress: (bytes: string | number) => `Preparing your export: ${bytes}`,
  downloaded: (bytes: string | number) => `Downloaded: ${bytes}.`,
};

export const factorLine = {
  on: "On",
  remove: "Remove",
  removeTitle: (name: string | number) => `Remove ${name}?`,
  youCanNoLongerUse: "You can no longer use it to sign in. Your other second factors stay active.",
  youllBeAbleToSign: (detail: string | number) => `You'll be able to sign in with just your password.${detail}`,
  yourRecoveryCodesWillBe: " Your recovery codes will be deleted too.",
};

export const identitiesCard = {
  signInMethods: "Sign-in methods",
  description: "You can sign in with any of these.",
  yourSignInMethods: "your sign-in methods",
  onlyThisDeviceSoFar: "Only this device so far.",
  connect: (title: string | number) => `Connect ${title}`,
  couldntUpdateYourSignIn: "Couldn't update your sign-in methods.",
  remove: "Remove",
  wallet: (value: string | number) => `${value} wallet`,
  other: "Other",
  email: "Email",
  phone: "Phone",
};

export const leavingCard = {
  yourData: "Your data",
  description: "Export or delete everything you've added or created.",
  deleteAccount: "Delete account",
  confirmationError: (wanted: string | number) => `Enter ${wanted} to confirm.`,
  deleteYourAccount: "Delete your account?",
  thisPermanentlyDeletesYourChats:
    "This permanently deletes your chats, charts, boards, documents, files, and keys, including everything you shared or published. Export your data first.",
  confirmationLabel: (wanted: string | number) => `Enter ${wanted} to confirm`,
  confirmation: "Confirmation",
  keepAccount: "Keep account",
};

export const newPasswordForm = {
  passwordsDontMatch: "Passwords don't match.",
  newPassword: "New password",
  atLeastCharacters: (shortestPassword: string | number) => `At least ${shortestPassword} characters.`,
  confirmPassword: "Confirm password",
};

export const oauthGrantsCard = {
  connectedApps: "Connected apps",
  description: "These apps can sign you in with your Portolan account and act on your behalf.",
  yourConnectedApps: "your connected apps",
  connectedAppList: "Your connected apps",
  noConnectedAppsAppsThat: "No connected apps. Apps that ask for access to your account appear here.",
  connected: (grantedAt: string | number, scopes: string | number) => `Connected ${grantedAt}: ${scopes}`,
  revokeAccess: "Revoke access",
  revokeAccessFor: (name: string | number) => `Revoke access for “${name}”?`,
  theAppIsSignedOut: "The app is signed out immediately and has to ask for access again.",
};

export const oauthScopes = {
  recognizeYouWhenYouCome: "Recognize you when you come back",
  readYourNameAndPicture: "Read your name and picture",
  readYourEmailAddress: "Read your email address",
  readYourPhoneNumber: "Read your phone number",
  viewAndEditYourChats: "View and edit your chats, charts, and boards on your behalf",
  anAppOnThisDevice: (protocol: string | number, host: string | number) =>
    `an app on this device (${protocol}//${host})`,
};

export const otherMethods = {
  thatDidntWorkTryAnother: "That didn't work. Try another method.",
  continueInAndSignThe: (name: string | number) => `Continue in ${name} and sign the message. It's free.`,
  or: "or",
  withPasskey: "Use a passkey",
  continueWith: (title: string | number) => `Continue with ${title}`,
  singleSignOnSso: "Single sign-on (SSO)",
  whichWallet: (chain: string | number) => `Choose your ${chain} wallet`,
  withWallet: (article: string | number, chain: string | number) => `Use ${article} ${chain} wallet`,
  tryWithoutAnAccount: "Try without an account",
  noWalletFoundInThis: (chain: string | number) =>
    `No ${chain} wallet found in this browser. Install one and reload the page, or open this page in the wallet's browser.`,
};

export const passkeysCard = {
  passkeyAddedYouCanNow: "Passkey added. You can now sign in with this device.",
  passkeys: "Passkeys",
  description: "Sign in with your fingerprint, face, or security key instead of a password.",
  yourPasskeys: "your passkeys",
  passkeyList: "Your passkeys",
  noPasskeysYetAddOne: "No passkeys yet. Add one to sign in the way you unlock this device.",
  addPasskey: "Add passkey",
  thisBrowserDoesntSupportPasskeys: "This browser doesn't support passkeys. Add one on another device.",
  added: (createdAt: string | number, detail: string | number) => `Added ${createdAt}${detail}`,
  neverUsed: ", never used",
  lastUsed: (lastUsedAt: string | number) => `, last used ${lastUsedAt}`,
  rename: "Rename",
  remove: "Remove",
  renamePasskey: "Rename passkey",
  name: "Name",
  removeTitle: (name: string | number) => `Remove “${name}”?`,
  youCanNoLongerSign: "You can no longer sign in with it. Delete it on the device too to remove it completely.",
  couldntUpdateYourPasskeys: "Couldn't update your passkeys.",
};

export const passwordCard = {
  password: "Password",
  description: "Other devices stay signed in until you sign them out.",
  changePassword: "Change password",
  passwordChanged: "Password changed.",
};

export const passwordRules = {
  enterYourPassword: "Enter your password.",
  atLeastCharacters: (shortestPassword: string | number) => `Use at least ${shortestPassword} characters.`,
};

export const planCard = {
  plan: "Plan",
  description: "Each answer costs credits. Longer work costs more; our errors are never charged.",
  yourPlan: "your plan",
  endsOn: (end: string | number) => `Ends on ${end}`,
  seePlans: "See plans",
  newCreditsOn: (end: string | number) => `New credits on ${end}`,
  youveUsedAllCreditsFor: (end: string | number) =>
    `You've used all credits for this period. Your drafts are saved. Credits renew on ${end}, or upgrade to continue now.`,
  yourPlanWillRenew: "Your plan will renew.",
  couldntChangeYourPlan: "Couldn't change your plan.",
  keepPlan: "Keep plan",
  cancelPlan: "Cancel plan",
  cancelYourPlan: "Cancel your plan?",
  youKeepYourPlanAnd: (end: string | number) =>
    `You keep your plan and its credits until ${end}. After that you're on the free plan. Your chats and charts stay.`,
  cancelAtEndOfPeriod: "Cancel at end of period",
  yourPlanEndsOn: (end: string | number) => `Your plan ends on ${end}.`,
  manageBilling: "Manage billing",
  couldntOpenBilling: "Couldn't open billing.",
  paymentFailed: "Your last payment failed. Update your payment method to keep your plan.",
  paidMonthly: (day: string) => `Billed monthly. Next payment on ${day}.`,
  paidYearly: (day: string) => `Billed yearly. Next payment on ${day}.`,
  plansAreGiven: "Plans aren't sold on this server. Ask the administrator to change your plan.",
};

export const professionalInfoCard = {
  aboutYourWork: "About your work",
  description: "This helps us decide what to build next. All fields are optional and private.",
  contributorDescription: "Shown next to your published items because you're a Charter. All fields are optional.",
  yourWorkProfile: "your work profile",
  save: "Save",
  savedThanksForSharing: "Saved. Thanks for sharing.",
};

export const professionalInfoForm = {
  atMostCharacters: (most: string | number) => `Use at most ${most} characters.`,
  role: "Role",
  placeholder: "Teacher, analyst, journalist…",
  organization: "Organization",
  schoolCompanySelfEmployed: "School, company, self-employed…",
  interests: "Interests",
  salesByRegionRainfallTest: "Sales by region, rainfall, test results…",
  skip: "Skip",
};

export const profileCard = {
  profile: "Profile",
  description: "Your name and what others see about you.",
  save: "Save",
  profileSaved: "Profile saved.",
  yourProfile: "your profile",
};

export const profileForm = {
  enterYourName: "Enter your name.",
  use3To30Letters: "Use 3 to 30 letters, digits, - and _.",
  atMost1000Characters: "Use at most 1,000 characters.",
  fullName: "Full name",
  placeholder: "Ada Lovelace",
  username: "Username",
  ada: "ada",
  hint: "3 to 30 lowercase letters, digits, - and _.",
  bio: "Bio",
  shownOnYourPublicProfile: "Shown on your public profile.",
  thisUsernameIsTakenChoose: "This username is taken. Choose another one.",
};

export const recoveryCodeForm = {
  recoveryCode: "Recovery code",
  enterOneOfYourRecovery: "Enter one of your recovery codes, for example abcd-efgh-2345-6789.",
  youCanUseEachRecovery: "You can use each recovery code once.",
  continue: "Continue",
};

export const recoveryCodesDialog = {
  yourRecoveryCodes: "Your recovery codes",
  description:
    "Store these codes somewhere safe, separate from your phone and security key. Each code works once. You won't be able to see them again.",
  recoveryCodes: "Recovery codes",
  download: "Download",
  iveSavedThem: "I've saved them",
};

export const recoveryCodesPart = {
  recoveryCodes: "Recovery codes",
  couldntUpdateYourRecoveryCodes: "Couldn't update your recovery codes.",
  noRecoveryCodesYetUse: "No recovery codes yet. Use one to sign in if you lose your app or security key.",
  generateRecoveryCodes: "Generate recovery codes",
  yourRecoveryCodes: "your recovery codes",
  ofLeftEachWorksOnce: (remaining: string | number, total: string | number) =>
    `${remaining} of ${total} left. Each works once.`,
  generateNewCodesSoon: "Generate new codes soon",
  generateNewCodes: "Generate new codes",
  remove: "Remove",
  recoveryCodesNoun: "recovery codes",
  generateNewRecoveryCodes: "Generate new recovery codes?",
  description: "Your current codes stop working immediately.",
  deleteRecoveryCodes: "Delete recovery codes?",
  withoutThemYouCantSign: "Without them, you can't sign in if you lose your app or security key.",
};

export const secondFactorCard = {
  twoFactorAuthentication: "Two-factor authentication",
  description: "Require a code from an app or a security key in addition to your password.",
  yourSecondFactors: "your second factors",
  securityKeyAdded: "Security key added.",
  couldntUpdateYourSecondFactors: "Couldn't update your second factors.",
  secondFactorList: "Your second factors",
  addAuthenticatorApp: "Add authenticator app",
  addSecurityKey: "Add security key",
  twoFactorAuthenticationIsntAvailable: "Two-factor authentication isn't available on this server.",
};

export const secondFactorForm = {
  yourSecondFactor: "your second factor",
  loadingYourSecondFactor: "Loading your second factor",
  otherSecondFactors: "Other second factors",
  use: (detail: string | number) => `Use ${detail}`,
  aRecoveryCode: "a recovery code",
  codeFrom: (name: string | number) => `Code from ${name}`,
  continue: "Continue",
  weSentACodeTo: "We sent a code to",
  open: "Open",
  andEnterTheCode: "and enter the code.",
};

export const securityKeyStep = {
  keep: "Keep",
  readyYourBrowserTellsYou: "ready. Your browser will tell you when to touch it.",
  withSecurityKey: "Use security key",
};

export const sessionsCard = {
  signedOutOnAllOther: "Signed out on all other devices.",
  couldntSignOut: "Couldn't sign out.",
  devices: "Devices",
  description: "Manage where you're signed in.",
  thisDeviceIsSignedIn: "This device is signed in as",
  signOutOfAllOther: "Sign out of all other devices",
  signOut: "Sign out",
};

export const signInForm = {
  enterAnEmailAddressOr:
    "Enter an email address or a phone number with its country code, for example +44 20 7946 0000.",
  enterAnEmailAddressFor: "Enter an email address, for example you@example.org.",
  enterYourPassword: "Enter your password.",
  emailOrPhone: "Email or phone",
  email: "Email",
  placeholder: "you@example.org",
  password: "Password",
  atLeastCharacters: (shortestPassword: string | number) => `At least ${shortestPassword} characters.`,
  createAccount: "Create account",
  signIn: "Sign in",
};

export const signInMethods = {
  textMeACodeInstead: "Text me a code instead",
  emailMeACodeInstead: "Email me a code instead",
  forgotYourPassword: "Forgot your password?",
  sendCode: "Send code",
  sendLink: "Send link",
  anotherAccount: "Use another account",
  changePassword: "Change password",
  signUpsAreDisabledOn: "Sign-ups are disabled on this server. Ask the administrator for an account.",
  continue: "Continue",
  signIn: "Sign in",
  weSentACodeTo: "We sent a code to",
  orOpenTheLinkIn: " Or open the link in the email.",
  backToPassword: "Back to password",
};

export const themeCard = {
  theme: "Theme",
  description: "Light, dark, or match your system.",
};

export const usageCard = {
  creditHistory: "Credit history",
  description: "All credit changes, newest first. The amounts add up to your balance.",
  yourUsage: "your usage",
  noUsageYetYourFirst: "No usage yet. Your first question appears here.",
  showMore: "Show more",
  descriptionColumn: "Description",
  date: "Date",
  credits: "Credits",
  balance: "Balance",
  creditsAdded: "Credits added",
  answer: "Answer",
  unusedCreditsExpired: "Unused credits expired",
  adjustment: "Adjustment",
  theModelProviderHasntReported:
    "The model provider hasn't reported exact usage yet. A later entry adjusts this amount.",
  estimated: "Estimated",
  inputTokensOutputTokens: (inputTokens: string | number, outputTokens: string | number) =>
    `${inputTokens} input tokens, ${outputTokens} output tokens`,
};

export const webhooksCard = {
  webhooks: "Webhooks",
  description:
    "Send events to your own systems. Each request is signed, and sent again until your endpoint accepts it.",
  yourWebhooks: "your webhooks",
  list: "Your webhooks",
  addWebhook: "Add webhook",
  statuses: { enabled: "Enabled", disabled: "Disabled", failed: "Failed" },
  events: {
    "turn.finished": "Answer finished",
    "chart.published": "Chart published",
    "chart.refreshed": "Chart refreshed",
    "limit.reached": "Limit reached",
    "webhook.test": "Test",
  },
  disabledForFailing: "Disabled because it didn't accept events. Fix your endpoint, then enable it.",
  failingSince: (time: string) => `Hasn't accepted events since ${time}.`,
  showDeliveries: "Show deliveries",
  hideDeliveries: "Hide deliveries",
  sendTestEvent: "Send test event",
  couldntSend: "Couldn't send the event.",
  couldntChange: "Couldn't change the webhook.",
  more: "More",
  edit: "Edit",
  disable: "Disable",
  enable: "Enable",
  replaceSecret: "Replace secret",
  replaceSecretOf: "Replace the signing secret?",
  replaceSecretDescription: "For 24 hours, requests are signed with both the old and the new secret.",
  delete: "Delete",
  deleteWebhook: "Delete webhook?",
  deleteDescription: (url: string) => `${url} gets no more events, and its deliveries are deleted.`,
  signingSecret: "Signing secret",
  copySecretNow: "Copy this secret now. You won't be able to see it again.",
  iveSavedIt: "I've saved it",
};

export const webhookDialog = {
  addWebhook: "Add webhook",
  editWebhook: "Edit webhook",
  enterAnAddress: "Enter the address of your endpoint.",
  tooLong: "Use at most 200 characters.",
  url: "Endpoint URL",
  placeholder: "https://example.com/webhooks",
  description: "Description (optional)",
  events: "Events",
  cancel: "Cancel",
  add: "Add",
  save: "Save",
};

export const webhookDeliveries = {
  loading: "Loading deliveries…",
  none: "No deliveries yet.",
  deliveriesTo: (url: string) => `Deliveries to ${url}`,
  statuses: { queued: "Waiting", delivered: "Delivered", failed: "Failed" },
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  answered: (status: number) => `HTTP ${status}`,
  noResponse: "no response",
  nextAttempt: (time: string) => `next attempt ${time}`,
  withinAMinute: "within a minute",
  showDetails: "Show details",
  hideDetails: "Hide details",
  event: "Event",
  lastResponse: "Last response",
  sendAgain: "Send again",
  sendFailedAgain: "Send failed events again",
  sendingAgain: (count: number) => (count === 1 ? "Sending 1 event again." : `Sending ${count} events again.`),
  couldntSend: "Couldn't send the event again.",
  showMore: "Show more",
};
