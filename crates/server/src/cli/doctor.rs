//! `agio doctor`: what a tenant with real customers still lacks to trade, in sentences.

mod connections;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

use exchange::policy::{Direction, Policy};
use exchange::rails::{Connected, MadeConnection};
use identity::Tenant;
use identity::operator::{Action, Permission, Resource, Role, may, roles_at_work};
use kernel::{Currency, Endpoint, Network, Payway, World};
use providers::bitcoin::Chain;
use providers::tenant_rails::ChainTenants;
use store::Store;

use crate::wiring::config::{Config, SignerConfig};
use crate::wiring::{banks, cards, chains, identity_check, rates};

/// Number of tenants read at once.
const PAGE: i64 = 200;

/// Actions under dual control, with the permissions of proposer and approver.
const AGREED: [(&str, Permission, Permission); 4] = [
    ("rules", Permission(Resource::Policies, Action::Write), Permission(Resource::Policies, Action::Approve)),
    ("payouts", Permission(Resource::Payouts, Action::Resolve), Permission(Resource::Payouts, Action::Approve)),
    ("bank statements", Permission(Resource::Treasury, Action::Write), Permission(Resource::Treasury, Action::Approve)),
    (
        "decisions about customers",
        Permission(Resource::Verifications, Action::Propose),
        Permission(Resource::Verifications, Action::Approve),
    ),
];

/// The features of this installation.
struct Installation {
    has_mail: bool,
    has_texts: bool,
    has_prices: bool,
    /// The tenants with an identity check, by slug.
    checked: BTreeSet<String>,
    /// The payment methods of each tenant that the server's settings connect, by slug.
    ways: Vec<(String, Payway, Currency)>,
    /// The tenants whose bank has a folder, by slug, with the reason why it cannot be used.
    folders: BTreeMap<String, Option<String>>,
    /// The chains of the nodes, and their tenants.
    chains: Arc<ChainTenants>,
    signer: SignerConfig,
}

/// The facts about one tenant.
struct Facts<'a> {
    tenant: &'a Tenant,
    policy: &'a Policy,
    roles: &'a [Role],
    installation: &'a Installation,
    /// The connections that its operators made.
    made: &'a [MadeConnection],
}

/// Prints what each tenant with real customers lacks, or one of them. Returns whether nothing is missing.
///
/// # Errors
/// An invalid setting, an unknown tenant, and database errors.
pub async fn run(
    store: &Store,
    world: &World,
    config: &Config,
    only: Option<&str>,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let installation = Installation::read(store, world, config, SignerConfig::from_env()?).await?;
    let mut tenants = tenants(store).await?;
    if let Some(slug) = only {
        tenants.retain(|tenant| tenant.slug == slug);
        anyhow::ensure!(!tenants.is_empty(), "there is no tenant {slug}");
    }
    let mut is_whole = true;
    for tenant in &tenants {
        if tenant.sandbox {
            writeln!(out, "{}: a sandbox. Every rail is simulated, so nothing is missing.", tenant.slug)?;
            continue;
        }
        let made = providers::tenant_rails::made_connections(store, tenant.id).await?;
        let policy = policy_of(store, world, tenant, &installation, &made).await?;
        let roles = roles_at_work(store, tenant.id).await?;
        let facts = Facts { tenant, policy: &policy, roles: &roles, installation: &installation, made: &made };
        let lacks = facts.lacks();
        is_whole &= lacks.is_empty();
        writeln!(out, "{}: {}", tenant.slug, headline(lacks.len()))?;
        for sentence in lacks {
            writeln!(out, "  - {sentence}")?;
        }
    }
    Ok(is_whole)
}

fn headline(count: usize) -> String {
    match count {
        0 => "ready to trade.".to_owned(),
        1 => "one thing is missing.".to_owned(),
        count => format!("{count} things are missing."),
    }
}

async fn tenants(store: &Store) -> anyhow::Result<Vec<Tenant>> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let page = identity::tenants_named(store, &after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after.clone_from(&last.slug);
        all.extend(page);
    }
}

/// The policy in force, with the tenant's connections.
async fn policy_of(
    store: &Store,
    world: &World,
    tenant: &Tenant,
    installation: &Installation,
    made: &[MadeConnection],
) -> anyhow::Result<Policy> {
    let mut tx = store.system().await?;
    let (policy, _) = exchange::policy_in_force(&mut tx, world, tenant.id).await?;
    tx.rollback().await?;
    let connected = Connected::Payways(installation.ways(&tenant.slug, made).into_iter().collect());
    Ok(Policy { connected, has_prices: installation.has_prices, ..policy })
}

impl Installation {
    /// Reads the settings, and asks the nodes whether they can be used.
    async fn read(store: &Store, world: &World, config: &Config, signer: SignerConfig) -> anyhow::Result<Self> {
        // Simulated chains depend on the seed, and none is used here.
        let chains = chains::open(store, world, config, "").await?.tenants;
        let banks = banks::open(config.banks.clone(), store, world)?;
        let cards = cards::open(config.cards.clone(), store, world)?;
        let folders = banks::folders(config.banks.clone())?.into_iter();
        let checks = identity_check::accounts(config.identity_checks.clone(), world)?;
        let of_bank = |(slug, bank): (&String, &providers::bank::FileBank)| {
            bank.currencies().map(|one| (slug.clone(), Payway::Iban, one)).collect::<Vec<_>>()
        };
        let of_cards = |(slug, cards): (&String, &providers::orchestrator::Orchestrator)| {
            cards.currencies().map(|one| (slug.clone(), Payway::Visamc, one)).collect::<Vec<_>>()
        };
        let of_chains =
            |slug: &String| chains.payways(slug).map(|(way, coin)| (slug.clone(), way, coin)).collect::<Vec<_>>();
        let ways = banks.iter().flat_map(of_bank).chain(cards.iter().flat_map(of_cards));
        let ways = ways.chain(chains.live.keys().flat_map(of_chains)).collect();
        Ok(Self {
            has_mail: config.smtp_url.is_some(),
            has_texts: config.text_url.is_some(),
            has_prices: rates::is_on(&config.rates)?,
            checked: checks.into_keys().collect(),
            ways,
            folders: folders.map(|(slug, folder)| (slug, folder.problem())).collect(),
            chains,
            signer,
        })
    }

    /// The payment methods of a tenant, also those that its operators connected.
    fn ways(&self, slug: &str, made: &[MadeConnection]) -> Vec<(Payway, Currency)> {
        let mut all: Vec<_> = self.ways_of(slug).collect();
        all.extend(connections::ways(made, &all));
        all
    }

    fn ways_of(&self, slug: &str) -> impl Iterator<Item = (Payway, Currency)> {
        self.ways.iter().filter(move |(owner, ..)| owner == slug).map(|(_, payway, currency)| (*payway, *currency))
    }
}

impl Facts<'_> {
    /// The missing settings, in sentences. Pure.
    fn lacks(&self) -> Vec<String> {
        let mut all = self.settings();
        all.extend(self.payment_methods());
        all.extend(self.connections());
        all.extend(self.coins());
        all.extend(self.operators());
        all
    }

    fn settings(&self) -> Vec<String> {
        let name = self.tenant.slug.to_uppercase().replace('-', "_");
        let Installation { has_mail, has_texts, has_prices, checked, .. } = self.installation;
        let is_checked = checked.contains(&self.tenant.slug);
        let known = [
            (
                !self.tenant.hosts.is_empty(),
                "It has no host. Name one in its file, and run `agio tenant set`.".to_owned(),
            ),
            (
                *has_mail,
                "No mail leaves this installation, so nobody can sign in by email. Set AGIO_SMTP_URL.".to_owned(),
            ),
            (
                *has_texts,
                "No text message leaves this installation, so no telephone number can be verified. Set AGIO_TEXT_URL."
                    .to_owned(),
            ),
            (
                is_checked,
                format!("No identity check is connected, so documents wait for an operator. Set AGIO_SUMSUB_{name}_…."),
            ),
            (*has_prices, "No prices are connected, so nothing is converted. Set AGIO_RATES=exchanges.".to_owned()),
        ];
        known.into_iter().filter(|(is_there, _)| !is_there).map(|(_, sentence)| sentence).collect()
    }

    fn payment_methods(&self) -> Vec<String> {
        let slug = &self.tenant.slug;
        let ways = self.installation.ways(slug, self.made);
        if ways.is_empty() {
            let name = slug.to_uppercase().replace('-', "_");
            return vec![format!(
                "No payment method is connected, so no money can come or go. Set AGIO_BANK_{name}_…, \
                 AGIO_CARDS_{name}_… or AGIO_CHAINS_{name}_…, or connect one in the console."
            )];
        }
        ways.into_iter().filter_map(|(payway, currency)| self.closed(payway, currency)).collect()
    }

    fn connections(&self) -> Vec<String> {
        let slug = &self.tenant.slug;
        let server: Vec<_> = self.installation.ways_of(slug).collect();
        let mut all = connections::lacks(self.made, &server);
        if let Some(problem) = self.installation.folders.get(slug) {
            let ways = self.installation.ways(slug, self.made);
            let has_bank = ways.iter().any(|(payway, _)| *payway == Payway::Iban);
            all.extend(connections::folder_lacks(problem.as_deref(), has_bank));
        }
        all
    }

    /// The missing settings for payouts of the tenant's coins, and the limits of a loss of the signer's keys.
    fn coins(&self) -> Vec<String> {
        let name = self.tenant.slug.to_uppercase().replace('-', "_");
        let Installation { chains, signer, .. } = self.installation;
        let mut all = Vec::new();
        for (network, limits) in chains.live.get(&self.tenant.slug).into_iter().flatten() {
            let (coin, code) = (network.name(), network.name().to_uppercase());
            match chains.nodes.get(network) {
                Some(Chain::Main) => all.extend(unsigned(signer, *network)),
                other => {
                    let chain = other.map_or("no chain", |chain| chain.name());
                    all.push(format!("{coin} is connected on {chain}, whose coins are worth nothing."));
                }
            }
            if limits.max.is_none() {
                all.push(format!(
                    "The hot wallet of {coin} has no maximum. Set AGIO_CHAINS_{name}_{code}_HOT_MAX and …_COLD."
                ));
            }
        }
        all
    }

    /// The parts of a connected payment method that the rules do not open.
    fn closed(&self, payway: Payway, currency: Currency) -> Option<String> {
        let (outside, balance) = (Endpoint::Payway(payway), Endpoint::Balance);
        let is_open = |source, sink| {
            let direction = Direction { from_currency: currency, source, to_currency: currency, sink };
            self.policy.allows(&direction, None).is_ok()
        };
        let missing = match (is_open(outside, balance), is_open(balance, outside)) {
            (true, true) => return None,
            (true, false) => "withdrawals",
            (false, true) => "deposits",
            (false, false) => "deposits and withdrawals",
        };
        Some(format!("{} is connected for {currency}, but the rules are closed for {missing}.", payway.name()))
    }

    fn operators(&self) -> Vec<String> {
        let invite = "Run `agio operator invite`.";
        let sentence = |(what, proposes, agrees): (&str, Permission, Permission)| {
            let those = |permission| self.roles.iter().filter(move |role| may(**role, permission)).count();
            let both = self.roles.iter().filter(|role| may(**role, proposes) && may(**role, agrees)).count();
            match (those(proposes), those(agrees)) {
                (_, 0) => Some(format!("No operator can agree to {what}. {invite}")),
                (0, _) => Some(format!("No operator can propose {what}. {invite}")),
                // One person is both.
                (1, 1) if both == 1 => Some(format!(
                    "One operator alone can propose {what} and agree to them, and nobody agrees to their own proposal. \
                     {invite}"
                )),
                _ => None,
            }
        };
        AGREED.into_iter().filter_map(sentence).collect()
    }
}

/// Why the signer of this machine signs nothing for a main network. A separate signer has its own settings.
fn unsigned(signer: &SignerConfig, network: Network) -> Vec<String> {
    if signer.socket.is_some() {
        return Vec::new();
    }
    let (coin, code) = (network.name(), network.name().to_uppercase());
    let has_limit = signer.limits.get(&network).is_some_and(|limits| limits.per_day.is_some());
    let known = [
        (
            signer.passphrase_file.is_some(),
            format!("No {coin} is paid out, because the seed is not encrypted. Run `agio seed encrypt`."),
        ),
        (has_limit, format!("No {coin} is paid out without a limit for 24 hours. Set AGIO_SIGNER_{code}_PER_DAY.")),
    ];
    known.into_iter().filter(|(is_there, _)| !is_there).map(|(_, sentence)| sentence).collect()
}

#[cfg(test)]
mod tests {
    use identity::NewTenant;
    use kernel::TenantId;
    use providers::tenant_rails::HotLimits;

    use super::*;

    fn bare() -> Installation {
        Installation {
            has_mail: false,
            has_texts: false,
            has_prices: false,
            checked: BTreeSet::new(),
            ways: Vec::new(),
            folders: BTreeMap::new(),
            chains: Arc::default(),
            signer: SignerConfig::default(),
        }
    }

    fn lacks(installation: &Installation, roles: &[Role]) -> Vec<String> {
        let tenant = NewTenant::sandbox("north-bank", "North Bank", &["north.example"]);
        let tenant = Tenant { sandbox: false, ..tenant.with_id(TenantId::from_uuid(uuid::Uuid::nil())) };
        let connected = Connected::Payways(installation.ways_of("north-bank").collect());
        let policy = Policy { connected, has_prices: installation.has_prices, ..Policy::seed() };
        Facts { tenant: &tenant, policy: &policy, roles, installation, made: &[] }.lacks()
    }

    #[test]
    fn a_new_tenant_lacks_everything_and_hears_what_to_set() {
        let all = lacks(&bare(), &[]).join("\n");
        for said in ["AGIO_SMTP_URL", "AGIO_TEXT_URL", "AGIO_SUMSUB_NORTH_BANK_", "AGIO_RATES", "AGIO_BANK_NORTH_BANK_"]
        {
            assert!(all.contains(said), "{said}: {all}");
        }
        assert_eq!(all.matches("No operator can agree to").count(), AGREED.len());
    }

    #[test]
    fn a_tenant_with_everything_lacks_nothing_and_a_closed_method_is_named() {
        let ways = vec![("north-bank".to_owned(), Payway::Iban, Currency::EUR)];
        let checked = BTreeSet::from(["north-bank".to_owned()]);
        let whole = Installation { has_mail: true, has_texts: true, has_prices: true, checked, ways, ..bare() };
        let officer = Role::ComplianceOfficer;
        let roles = [officer, officer, Role::TreasuryOperator, Role::TreasuryApprover, Role::TenantAdmin];
        assert_eq!(lacks(&whole, &roles), Vec::<String>::new());
        // The methods of other tenants do not count.
        let ways = vec![("other".to_owned(), Payway::Iban, Currency::EUR)];
        assert!(lacks(&Installation { ways, ..whole }, &roles)[0].contains("No payment method"));
    }

    #[test]
    fn coins_that_the_signer_would_not_sign_for_are_named() {
        let on = |chain, signer: SignerConfig, limits: HotLimits| {
            let live = BTreeMap::from([("north-bank".to_owned(), BTreeMap::from([(Network::Litecoin, limits)]))]);
            let nodes = BTreeMap::from([(Network::Litecoin, chain)]);
            let chains = Arc::new(ChainTenants { nodes, live });
            lacks(&Installation { chains, signer, ..bare() }, &[]).join("\n")
        };
        let said = on(Chain::Main, SignerConfig::default(), HotLimits::default());
        for needed in ["`agio seed encrypt`", "AGIO_SIGNER_LITECOIN_PER_DAY", "AGIO_CHAINS_NORTH_BANK_LITECOIN_HOT_MAX"]
        {
            assert!(said.contains(needed), "{needed}: {said}");
        }
        let per_day = providers::bitcoin::Limits { per_day: Some(1), ..Default::default() };
        let limits = [(Network::Litecoin, per_day)].into();
        let ready = SignerConfig { passphrase_file: Some("passphrase".into()), limits, ..SignerConfig::default() };
        let max = Some(kernel::Amount::new(1, Currency::LTC));
        let said = on(Chain::Main, ready.clone(), HotLimits { max, ..HotLimits::default() });
        assert!(!said.contains("Litecoin") && !said.contains("LITECOIN"), "{said}");
        assert!(on(Chain::Regtest, ready, HotLimits::default()).contains("on regtest, whose coins are worth nothing"));
    }

    #[test]
    fn one_person_is_not_enough_for_what_takes_two() {
        let said = lacks(&bare(), &[Role::ComplianceOfficer, Role::TreasuryApprover]).join("\n");
        assert!(said.contains("One operator alone can propose decisions about customers"), "{said}");
        for what in ["rules", "payouts", "bank statements"] {
            assert!(said.contains(&format!("No operator can propose {what}.")), "{what}: {said}");
        }
        let said = lacks(&bare(), &[Role::ComplianceOfficer, Role::ComplianceAnalyst]).join("\n");
        assert!(!said.contains("decisions about customers"), "an analyst proposes: {said}");
    }
}
