// Interface text of requests and their failures. One object for each module that shows it.

export const authFailure = {
  cantReachTheServerCheck: "Can't reach the server. Check your connection and try again.",
  tooManyAttemptsWaitA: "Too many attempts. Wait a minute and try again.",
  thisCodeIsIncorrectOr: "This code is incorrect or has expired. Check it or request a new one.",
  incorrectEmailOrPasswordCheck: "Incorrect email or password. Check both, or sign in with a code.",
  anAccountWithThisEmail: "An account with this email already exists. Sign in instead.",
  anAccountWithThisPhone: "An account with this phone number already exists. Sign in instead.",
  thisEmailIsntVerifiedYet: "This email isn't verified yet. Open the link in the email we sent you.",
  thisPhoneNumberIsntVerified: "This phone number isn't verified yet. Enter the code we sent you.",
  signUpsAreDisabledOn: "Sign-ups are disabled on this server. Ask the administrator for an account.",
  thisAccountIsSuspendedContact: "This account is suspended. Contact us if you think this is a mistake.",
  noAccountUsesThisEmail: "No account uses this email. Check it or create an account.",
  theCodeExpiredEnterThe: "The code expired. Enter the current code from your app.",
  youAlreadyHaveASecond: "You already have a second factor with this name. Choose a different name.",
  tooManyIncorrectCodesWait: "Too many incorrect codes. Wait a few minutes or use a different method.",
  recoveryCodesNeedAnotherSecond: "Recovery codes need another second factor. Add one first.",
  thisServerDoesntSupportSecurity: "This server doesn't support security keys. Add an authenticator app instead.",
  thisServerDoesntSupportRecovery: "This server doesn't support recovery codes.",
  factorLimitReached: "You've reached the limit of second factors. Remove one first.",
  passkeyLimitReached: "You've reached the limit of passkeys. Remove one first.",
  thisServerDoesntSupportPasskeys: "This server doesn't support passkeys. Use your password or a sign-in code.",
  theRequestTimedOutTry: "The request timed out. Try again.",
  toDoThisSignOut: "To do this, sign out and sign in again with your second factor.",
  thisServerCantSendText: "This server can't send text messages. Use an email address.",
  couldntSendTheTextMessage: "Couldn't send the text message. Check the number or use an email address.",
  thisServerRequiresAnAccount: "This server requires an account. Create one or sign in.",
  thisServerDoesntSupportThis: "This server doesn't support this type of wallet. Use a different sign-in method.",
  singleSignOnIsntSet: "Single sign-on isn't set up for this domain. Check it or use a different sign-in method.",
  thisServerDoesntSupportSingle: "This server doesn't support single sign-on. Use a different sign-in method.",
  thisLinkWasRequestedIn: "This link was requested in a different browser. Request a new one here.",
  thisLinkHasAlreadyBeen: "This link has already been used or has expired. Request a new one.",
  thisLinkHasExpiredRequest: "This link has expired. Request a new one.",
  thisAccountIsAlreadyConnected:
    "This account is already connected to another user. Sign in with it or connect a different one.",
  thisIsYourOnlySign: "This is your only sign-in method. Add another one first.",
  forYourSecuritySignIn: "For your security, sign in again to do this.",
};

export const authMethods = {
  theLinkDidntWork: "The link didn't work",
  nothingToConfirm: "Nothing to confirm",
};

export const authenticatorFailure = {
  dontWorkOnOpenThis: (thing: string | number, hostname: string | number) =>
    `${thing} don't work on ${hostname}. Open this site at its domain name.`,
  thisDeviceDoesntSupportThis: "This device doesn't support this. Try another one.",
  thisDeviceAlreadyHasA: "This device already has a passkey for your account.",
  thisSecurityKeyHasAlready: "This security key has already been added. Use a different one.",
  passkeys: "Passkeys",
  passkeySignInWasCanceled:
    "Passkey sign-in was canceled, timed out, or found no passkey for this site. Try again or use a different method.",
  thisPasskeyIsntLinkedTo: "This passkey isn't linked to an account. It may have been removed. Use a different method.",
  creatingThePasskeyWasCanceled: "Creating the passkey was canceled or timed out. Try again.",
  couldntVerifyThisPasskeyTry: "Couldn't verify this passkey. Try again or use another device.",
  securityKeys: "Security keys",
  theRequestWasCanceledTimed:
    "The request was canceled, timed out, or used a different security key. Try again or use a different method.",
  thisIsntTheSecurityKey: "This isn't the security key you added. Use that one or a different method.",
  addingTheSecurityKeyWas: "Adding the security key was canceled or timed out. Try again.",
  couldntVerifyThisSecurityKey: "Couldn't verify this security key. Try again or use another one.",
};

export const findWallets = {
  yourWallet: "your wallet",
};

export const passkeys = {
  passkey: "Passkey",
};

export const queryBoundary = {
  couldntLoad: (what: string | number) => `Couldn't load ${what}.`,
  loading: (what: string | number) => `Loading ${what}`,
};

export const problem = {
  cantReachTheServerCheck: "Can't reach the server. Check your connection and try again.",
  somethingWentWrongTryAgain: "Something went wrong. Try again. If it keeps happening, contact us.",
  youreSignedOutSignIn: "You're signed out. Sign in and try again.",
  youDontHavePermissionTo: "You don't have permission to do this. Ask the owner or sign in with another account.",
  thisDoesntExistOrIs: "This doesn't exist or is private. Check the address or sign in with another account.",
  thisIsTooLargeUse: "This is too large. Use a smaller file.",
  tooManyRequestsWaitA: "Too many requests. Wait a moment and try again.",
  theServerHadAProblem: "The server had a problem. Try again in a moment.",
  theServerRejectedThisRequest:
    "The server rejected this request. Change it and try again. If it keeps happening, contact us.",
};

export const recoveryCodes = {
  recoveryCodes: "Recovery codes",
};

export const secondFactor = {
  phone: "Phone",
  securityKey: "Security key",
  recoveryCodes: "Recovery codes",
  portolan: "Portolan",
};

export const securityKeys = {
  securityKey: "Security key",
};

export const useAttachments = {
  couldntReadThisSourceTry: "Couldn't read this source. Try another file or URL.",
};

export const walletFailure = {
  couldntVerifyTheSignatureFrom: (wallet: string | number, message: string | number) =>
    `Couldn't verify the signature from ${wallet} (${message}). Check this device's clock and try again.`,
  theRequestWasRejectedIn: (wallet: string | number) =>
    `The request was rejected in ${wallet}. Try again and approve it, or use a different method.`,
  doesntShareAnAccountWith: (wallet: string | number) =>
    `${wallet} doesn't share an account with this site. Unlock it, allow this site, and try again.`,
  isntConnectedToANetwork: (wallet: string | number) =>
    `${wallet} isn't connected to a network. Choose one and try again.`,
  cantReachItsNetworkChoose: (wallet: string | number) =>
    `${wallet} can't reach its network. Choose another one and try again.`,
  hasAPendingRequestOpen: (wallet: string | number) =>
    `${wallet} has a pending request. Open it, respond, and try again.`,
  didntSignTheRequestCheck: (wallet: string | number) =>
    `${wallet} didn't sign the request. Check that it's unlocked and up to date, then try again or use a different method.`,
};

export const wallets = {
  signInToPortolanThis: "Sign in to Portolan. This is free and doesn't transfer anything.",
};
