//! Typed ids: a UUIDv7 with the prefix of its kind, such as `ord_`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use uuid::Uuid;

/// The kind of an id; it defines the prefix.
pub trait IdKind {
    /// The two to four letters before the underscore.
    const PREFIX: &'static str;
}

/// A UUIDv7 with a typed kind; written `ord_0197f3c2…` with 32 hexadecimal digits.
pub struct Id<K> {
    uuid: Uuid,
    kind: PhantomData<fn() -> K>,
}

/// The text is not an id of the expected kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an id of the form {prefix}_ and 32 hexadecimal digits")]
pub struct IdError {
    prefix: &'static str,
}

impl<K: IdKind> Id<K> {
    /// Wraps a UUID.
    #[must_use]
    pub const fn from_uuid(uuid: Uuid) -> Self {
        Self { uuid, kind: PhantomData }
    }

    /// The UUID, as the database stores it.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Id<K> {}
impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}
impl<K> Eq for Id<K> {}
impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}
impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}

impl<K: IdKind> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", K::PREFIX, self.uuid.as_simple())
    }
}

impl<K: IdKind> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<K: IdKind> FromStr for Id<K> {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = IdError { prefix: K::PREFIX };
        let digits = text.strip_prefix(K::PREFIX).and_then(|rest| rest.strip_prefix('_')).ok_or(refused)?;
        let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if digits.len() != 32 || !digits.bytes().all(lower_hex) {
            return Err(refused);
        }
        Uuid::try_parse(digits).map(Self::from_uuid).map_err(|_| refused)
    }
}

impl<K: IdKind> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, K: IdKind> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The kinds of ids.
#[expect(missing_docs, reason = "each name says what it is; the prefix stands beside it")]
pub mod kinds {
    use super::IdKind;

    pub enum Tenant {}
    pub enum User {}
    pub enum Profile {}
    pub enum Session {}
    pub enum Challenge {}
    pub enum StepUp {}
    pub enum Passkey {}
    pub enum Ceremony {}
    pub enum Transaction {}
    pub enum Quote {}
    pub enum PayeeCheck {}
    pub enum Wallet {}
    pub enum DepositAccount {}
    pub enum SavedRequisite {}
    pub enum SavedCard {}
    pub enum Preset {}
    pub enum StatusLink {}
    pub enum Plan {}
    pub enum Job {}
    pub enum Event {}
    pub enum Audit {}
    pub enum DataExport {}
    pub enum Operator {}
    pub enum Proposal {}
    pub enum PartnerKey {}
    pub enum PartnerConsent {}
    pub enum WebhookEndpoint {}
    pub enum WebhookDelivery {}
    pub enum Recording {}
    pub enum Merchant {}
    pub enum MerchantLogo {}
    pub enum Payment {}
    pub enum PaymentLink {}
    pub enum Document {}
    pub enum Notification {}
    pub enum PushDevice {}
    pub enum Conversation {}
    pub enum SupportPicture {}
    pub enum SavedAnswer {}
    pub enum Campaign {}
    pub enum Season {}
    pub enum Content {}

    impl IdKind for Tenant {
        const PREFIX: &'static str = "ten";
    }
    impl IdKind for User {
        const PREFIX: &'static str = "usr";
    }
    impl IdKind for Profile {
        const PREFIX: &'static str = "prf";
    }
    impl IdKind for Session {
        const PREFIX: &'static str = "ses";
    }
    impl IdKind for Challenge {
        const PREFIX: &'static str = "chl";
    }
    impl IdKind for StepUp {
        const PREFIX: &'static str = "stp";
    }
    impl IdKind for Passkey {
        const PREFIX: &'static str = "psk";
    }
    impl IdKind for Ceremony {
        const PREFIX: &'static str = "cer";
    }
    impl IdKind for Transaction {
        const PREFIX: &'static str = "ord";
    }
    impl IdKind for Document {
        const PREFIX: &'static str = "doc";
    }
    impl IdKind for Quote {
        const PREFIX: &'static str = "qt";
    }
    impl IdKind for PayeeCheck {
        const PREFIX: &'static str = "pvc";
    }
    impl IdKind for Wallet {
        const PREFIX: &'static str = "wlt";
    }
    impl IdKind for DepositAccount {
        const PREFIX: &'static str = "dep";
    }
    impl IdKind for SavedRequisite {
        const PREFIX: &'static str = "req";
    }
    impl IdKind for SavedCard {
        const PREFIX: &'static str = "crd";
    }
    impl IdKind for Preset {
        const PREFIX: &'static str = "pst";
    }
    impl IdKind for StatusLink {
        const PREFIX: &'static str = "stl";
    }
    impl IdKind for Plan {
        const PREFIX: &'static str = "pln";
    }
    impl IdKind for Job {
        const PREFIX: &'static str = "job";
    }
    impl IdKind for Event {
        const PREFIX: &'static str = "evt";
    }
    impl IdKind for DataExport {
        const PREFIX: &'static str = "exp";
    }
    impl IdKind for Audit {
        const PREFIX: &'static str = "aud";
    }
    impl IdKind for Operator {
        const PREFIX: &'static str = "opr";
    }
    impl IdKind for PartnerKey {
        const PREFIX: &'static str = "key";
    }
    impl IdKind for PartnerConsent {
        const PREFIX: &'static str = "pcs";
    }
    impl IdKind for WebhookEndpoint {
        const PREFIX: &'static str = "whe";
    }
    impl IdKind for WebhookDelivery {
        const PREFIX: &'static str = "whd";
    }
    impl IdKind for Recording {
        const PREFIX: &'static str = "rec";
    }
    impl IdKind for Merchant {
        const PREFIX: &'static str = "mer";
    }
    impl IdKind for MerchantLogo {
        const PREFIX: &'static str = "lgo";
    }
    impl IdKind for PaymentLink {
        const PREFIX: &'static str = "lnk";
    }
    impl IdKind for Payment {
        const PREFIX: &'static str = "pay";
    }
    impl IdKind for Proposal {
        const PREFIX: &'static str = "prp";
    }
    impl IdKind for Notification {
        const PREFIX: &'static str = "ntf";
    }
    impl IdKind for PushDevice {
        const PREFIX: &'static str = "psd";
    }
    impl IdKind for Conversation {
        const PREFIX: &'static str = "sup";
    }
    impl IdKind for SupportPicture {
        const PREFIX: &'static str = "pic";
    }
    impl IdKind for SavedAnswer {
        const PREFIX: &'static str = "ans";
    }
    impl IdKind for Campaign {
        const PREFIX: &'static str = "cmp";
    }
    impl IdKind for Season {
        const PREFIX: &'static str = "ssn";
    }
    impl IdKind for Content {
        const PREFIX: &'static str = "cnt";
    }
}

/// A tenant.
pub type TenantId = Id<kinds::Tenant>;
/// A customer.
pub type UserId = Id<kinds::User>;
/// One of a customer's profiles: the owner of balances and transactions.
pub type ProfileId = Id<kinds::Profile>;
/// A sign-in on one device.
pub type SessionId = Id<kinds::Session>;
/// A one-time code that was sent.
pub type ChallengeId = Id<kinds::Challenge>;
/// A request that waits for a second factor.
pub type StepUpId = Id<kinds::StepUp>;
/// A passkey.
pub type PasskeyId = Id<kinds::Passkey>;
/// A registration or authentication ceremony with a passkey (WebAuthn).
pub type CeremonyId = Id<kinds::Ceremony>;
/// A movement of money that a customer started.
pub type TransactionId = Id<kinds::Transaction>;
/// A quote: a price that is guaranteed for a limited time.
pub type QuoteId = Id<kinds::Quote>;
/// A bank's answer to a verification of payee (name and account).
pub type PayeeCheckId = Id<kinds::PayeeCheck>;
/// A customer's declaration about an external address.
pub type WalletId = Id<kinds::Wallet>;
/// A permanent deposit address or bank reference.
pub type DepositAccountId = Id<kinds::DepositAccount>;
/// A saved bank account or address.
pub type SavedRequisiteId = Id<kinds::SavedRequisite>;
/// A card that a customer has saved.
pub type SavedCardId = Id<kinds::SavedCard>;
/// An order that a customer keeps to make again.
pub type PresetId = Id<kinds::Preset>;
/// A link to the status of a transaction.
pub type StatusLinkId = Id<kinds::StatusLink>;
/// A merchant's profile.
pub type MerchantId = Id<kinds::Merchant>;
/// A payment that a merchant asks for.
pub type MerchantLogoId = Id<kinds::MerchantLogo>;
pub type PaymentId = Id<kinds::Payment>;
pub type PaymentLinkId = Id<kinds::PaymentLink>;
/// A statement or letter that a customer asks for.
pub type DocumentId = Id<kinds::Document>;
/// A conversation of a customer with support.
pub type ConversationId = Id<kinds::Conversation>;
/// A picture in a conversation with support.
pub type SupportPictureId = Id<kinds::SupportPicture>;
/// An answer that operators keep to use again.
pub type SavedAnswerId = Id<kinds::SavedAnswer>;
/// A plan.
pub type PlanId = Id<kinds::Plan>;
/// A background job.
pub type JobId = Id<kinds::Job>;
/// An event, as partners and screens receive it.
pub type EventId = Id<kinds::Event>;
/// An export of the data about a customer.
pub type DataExportId = Id<kinds::DataExport>;
/// An entry of the audit log.
pub type AuditId = Id<kinds::Audit>;
/// An operator of a tenant.
pub type OperatorId = Id<kinds::Operator>;
/// An action that one operator proposes and a second one has to approve.
pub type ProposalId = Id<kinds::Proposal>;
/// An API key of a partner.
pub type PartnerKeyId = Id<kinds::PartnerKey>;
/// A customer's consent to show a partner how far they are verified.
pub type PartnerConsentId = Id<kinds::PartnerConsent>;
/// An address that receives a partner's events.
pub type WebhookEndpointId = Id<kinds::WebhookEndpoint>;
/// An event on its way to an endpoint.
pub type WebhookDeliveryId = Id<kinds::WebhookDelivery>;
/// A notification of a person in the app.
pub type NotificationId = Id<kinds::Notification>;
/// A browser that receives web push messages.
pub type PushDeviceId = Id<kinds::PushDevice>;
/// A campaign of promo codes.
pub type CampaignId = Id<kinds::Campaign>;
/// A recording of a partner's test requests.
pub type RecordingId = Id<kinds::Recording>;
/// A season of the farm.
pub type SeasonId = Id<kinds::Season>;
/// A banner or an onboarding slide.
pub type ContentId = Id<kinds::Content>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_is_not_taken_for_another_kind() {
        let id = TransactionId::from_uuid(Uuid::from_u128(0x0197_f3c2));
        assert_eq!(id.to_string(), "ord_0000000000000000000000000197f3c2");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!(id.to_string().parse::<QuoteId>().is_err());
        assert!("ord_0000000000000000000000000197F3C2".parse::<TransactionId>().is_err());
        assert!("ord_".parse::<TransactionId>().is_err());
    }
}
