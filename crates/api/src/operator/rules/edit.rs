//! Puts edited rules into a policy. Pure.

use std::collections::{BTreeMap, BTreeSet};

use exchange::limits::{LimitBounds, LimitRules, LimitScope, fault};
use exchange::policy::{AmountRange, FeeTerms, GuaranteeRule, Policy, ReferralRule};
use kernel::{Amount, Currency, Payway, PaywayKind, Product, ProfileId, parse_decimal};

use super::fee_rule::read_fee_rules;
use super::protection::protected;
use super::shape::{
    CurrencyRule, LimitRule, PERCENT_SCALE, ProfileIdText, RuleFee, RuleGuarantee, RuleReferral, Rules,
};
use crate::dto::scalar::Decimal;
use crate::problem::FieldError;

pub(super) type Read<T> = Result<T, FieldError>;

/// The policy with these rules. Fields that the rules do not name remain unchanged.
///
/// # Errors
/// The first value that cannot be read, by its pointer.
pub(super) fn applied(policy: Policy, rules: &Rules) -> Read<Policy> {
    let (mut processing_in, mut processing_out) = (BTreeMap::new(), BTreeMap::new());
    for (at, rule) in rules.payways.iter().enumerate() {
        let (payway, place) = (rule.payway.0, format!("/rules/payways/{at}"));
        if payway.kind() == PaywayKind::Crypto {
            return Err(FieldError::new(format!("{place}/payway"), "invalid", "must not be a network"));
        }
        if rules.payways.iter().take(at).any(|earlier| earlier.payway == rule.payway) {
            return Err(FieldError::new(format!("{place}/payway"), "invalid", "must be there once"));
        }
        if let Some(fee) = &rule.fee_in {
            processing_in.insert(payway, read_fee(fee, &format!("{place}/fee_in"))?);
        }
        if let Some(fee) = &rule.fee_out {
            processing_out.insert(payway, read_fee(fee, &format!("{place}/fee_out"))?);
        }
    }
    keep_networks(&mut processing_in, &policy.processing_in);
    keep_networks(&mut processing_out, &policy.processing_out);
    let mut changed = protected(policy, rules)?;
    changed = Policy {
        our_fee: read_fee(&rules.our_fee, "/rules/our_fee")?,
        convert_fee: read_fee(&rules.convert_fee, "/rules/convert_fee")?,
        fee_rules: read_fee_rules(&rules.fee_rules)?,
        spread_ppm: ppm(&rules.spread_percent, "/rules/spread_percent")?,
        processing_in,
        processing_out,
        limits: limits(&rules.limits)?,
        forbidden: countries(&rules.forbidden)?,
        eea_enforced: rules.eea_enforced,
        relied_on: relied_on(&rules.relied_on)?,
        referral: rules.referral.as_ref().map(referral).transpose()?,
        guarantee: rules.guarantee.as_ref().map(guarantee).transpose()?,
        ..changed
    };
    if changed.referral.is_some() {
        // Earned rewards can be paid out after the rule was removed, too.
        changed.products.insert(Product::Reward);
    }
    for (at, rule) in rules.currencies.iter().enumerate() {
        put_currency(&mut changed, rule, &format!("/rules/currencies/{at}"))?;
    }
    Ok(changed)
}

fn referral(rule: &RuleReferral) -> Read<ReferralRule> {
    let (currency, place) = (rule.currency.0, "/rules/referral");
    Ok(ReferralRule {
        share_ppm: ppm(&rule.percent, &format!("{place}/percent"))?,
        orders: rule.orders,
        days: rule.days,
        per_friend: amount(&rule.per_friend, currency, &format!("{place}/per_friend"))?,
        per_period: amount(&rule.per_period, currency, &format!("{place}/per_period"))?,
        period_days: rule.period_days,
        settle_days: rule.settle_days,
    })
}

fn guarantee(rule: &RuleGuarantee) -> Read<GuaranteeRule> {
    let max_loss = amount(&rule.max_loss, Currency::EUR, "/rules/guarantee/max_loss")?;
    Ok(GuaranteeRule { max_minutes: rule.max_minutes, max_loss })
}

/// The rules do not contain networks, so those of the policy remain unchanged.
fn keep_networks<T: Copy>(changed: &mut BTreeMap<Payway, T>, before: &BTreeMap<Payway, T>) {
    let networks = before.iter().filter(|(payway, _)| payway.kind() == PaywayKind::Crypto);
    changed.extend(networks.map(|(payway, value)| (*payway, *value)));
}

pub(super) fn read_fee(fee: &RuleFee, place: &str) -> Read<FeeTerms> {
    let currency = fee.currency.0;
    let bound = |text: &Option<Decimal>, name: &str| {
        text.as_ref().map(|text| amount(text, currency, &format!("{place}/{name}"))).transpose()
    };
    Ok(FeeTerms {
        add: amount(&fee.fixed, currency, &format!("{place}/fixed"))?,
        mult_ppm: ppm(&fee.percent, &format!("{place}/percent"))?,
        min: bound(&fee.min, "min")?,
        max: bound(&fee.max, "max")?,
    })
}

fn limits(rules: &[LimitRule]) -> Read<LimitRules> {
    let mut read = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let place = format!("/rules/limits/{at}");
        let (scope, bounds) = limit(rule, &place)?;
        if let Some(fault) = fault(&scope, &bounds) {
            return Err(FieldError::new(place, "invalid", fault));
        }
        if read.insert(scope, bounds).is_some() {
            return Err(FieldError::new(place, "invalid", "must be the only rule with its conditions"));
        }
    }
    Ok(LimitRules(read))
}

fn limit(rule: &LimitRule, place: &str) -> Read<(LimitScope, LimitBounds)> {
    let bound = |text: &Option<Decimal>, name: &str| {
        text.as_ref().map(|text| amount(text, rule.currency.0, &format!("{place}/{name}"))).transpose()
    };
    let scope = LimitScope {
        payway: rule.payway.map(|code| code.0),
        direction: rule.direction.map(|direction| direction.0),
        tier: rule.tier.map(|tier| tier.0),
        residence: rule.country.as_deref().map(|code| country(code, format!("{place}/country"))).transpose()?,
    };
    let bounds = LimitBounds {
        min: bound(&rule.min, "min")?,
        max: bound(&rule.max, "max")?,
        day: bound(&rule.day, "day")?,
        month: bound(&rule.month, "month")?,
    };
    Ok((scope, bounds))
}

fn put_currency(policy: &mut Policy, rule: &CurrencyRule, place: &str) -> Read<()> {
    let currency = rule.currency.0;
    let read = |text, name| amount(text, currency, &format!("{place}/{name}"));
    let exchange =
        AmountRange { min: read(&rule.min_exchange, "min_exchange")?, max: read(&rule.max_exchange, "max_exchange")? };
    let (min_deposit, min_payout) = (read(&rule.min_deposit, "min_deposit")?, read(&rule.min_payout, "min_payout")?);
    let Some(limits) = policy.currencies.get_mut(&currency) else {
        return Err(FieldError::new(format!("{place}/currency"), "invalid", "has no rules here"));
    };
    (limits.exchange, limits.min_deposit, limits.min_payout) = (exchange, min_deposit, min_payout);
    // The minimum over ERC-20 is the higher one, because a payment there costs more.
    let at_least = |own: &mut Option<Amount>, min: Amount| {
        *own = own.map(|own| if own.atoms() < min.atoms() { min } else { own });
    };
    at_least(&mut limits.min_deposit_erc20, min_deposit);
    at_least(&mut limits.min_payout_erc20, min_payout);
    if rule.is_on {
        policy.off.remove(&currency);
    } else {
        policy.off.insert(currency);
    }
    let wanted = rule.mica.0;
    if policy.mica_mode(currency) != wanted {
        policy.mica.insert(currency, wanted);
    }
    Ok(())
}

fn country(code: &str, pointer: String) -> Read<kernel::Country> {
    code.parse().map_err(|_| FieldError::new(pointer, "invalid", "must be a country: two letters"))
}

fn countries(codes: &[String]) -> Read<BTreeSet<kernel::Country>> {
    let read = |(at, code): (usize, &String)| country(code, format!("/rules/forbidden/{at}"));
    codes.iter().enumerate().map(read).collect()
}

fn relied_on(ids: &[ProfileIdText]) -> Read<BTreeSet<ProfileId>> {
    let read = |(at, id): (usize, &ProfileIdText)| {
        let unknown = |_| FieldError::new(format!("/rules/relied_on/{at}"), "invalid", "must be the id of a profile");
        id.0.parse().map_err(unknown)
    };
    ids.iter().enumerate().map(read).collect()
}

/// Refuses partners that the rules add and that have no key to import with. The others may have revoked theirs.
///
/// # Errors
/// The first such partner, by its pointer.
pub(super) fn check_relied_on(before: &Policy, rules: &Rules, importers: &BTreeSet<ProfileId>) -> Read<()> {
    let is_known = |id: &ProfileIdText| {
        id.0.parse().is_ok_and(|id: ProfileId| before.relied_on.contains(&id) || importers.contains(&id))
    };
    match rules.relied_on.iter().position(|id| !is_known(id)) {
        None => Ok(()),
        Some(at) => {
            let words = "must be a partner with a key that may import verifications";
            Err(FieldError::new(format!("/rules/relied_on/{at}"), "invalid", words))
        }
    }
}

pub(super) fn amount(text: &Decimal, currency: Currency, pointer: &str) -> Read<Amount> {
    let found = Amount::parse(&text.0, currency).ok().filter(|amount| !amount.is_negative());
    let rule = || FieldError::new(pointer, "amount", format!("must be an amount of {currency}, zero or more"));
    found.ok_or_else(rule)
}

fn ppm(text: &Decimal, pointer: &str) -> Read<u32> {
    let found = parse_decimal(&text.0, PERCENT_SCALE).ok().and_then(|ppm| u32::try_from(ppm).ok());
    found.ok_or_else(|| FieldError::new(pointer, "amount", "must be a percentage of at most four decimals"))
}

#[cfg(test)]
mod tests {
    use exchange::limits::Tier;
    use exchange::policy::MicaMode;

    use super::*;

    fn rules(change: impl FnOnce(&mut Rules)) -> Result<Policy, FieldError> {
        let mut rules = Rules::of(&Policy::seed());
        change(&mut rules);
        applied(Policy::seed(), &rules)
    }

    #[test]
    fn unchanged_rules_leave_the_policy_as_it_is() {
        let mut networks = Policy::seed();
        networks.processing_in.insert(Payway::Ltc, networks.our_fee);
        networks.processing_out.insert(Payway::Btc, networks.our_fee);
        for policy in [Policy::seed(), Policy::sandbox(), networks] {
            assert_eq!(applied(policy.clone(), &Rules::of(&policy)).unwrap(), policy);
        }
    }

    #[test]
    fn each_edit_changes_its_field_of_the_policy() {
        let ltc = |rules: &mut Rules| rules.currencies.iter().position(|one| one.currency.0 == Currency::LTC).unwrap();
        let fee = rules(|rules| rules.our_fee.percent = Decimal("1.25".to_owned())).unwrap();
        assert_eq!(fee.our_fee.mult_ppm, 12_500);
        let spread = rules(|rules| rules.spread_percent = Decimal("0.5".to_owned())).unwrap();
        assert_eq!(spread.spread_ppm, 5_000);
        let off = rules(|rules| {
            let at = ltc(rules);
            (rules.currencies[at].is_on, rules.currencies[at].mica) = (false, MicaMode::Blocked.into());
        });
        let off = off.unwrap();
        assert!(off.off.contains(&Currency::LTC) && off.mica_mode(Currency::LTC) == MicaMode::Blocked);
        let closed = rules(|rules| rules.payways.retain(|one| one.payway.0 != Payway::Visamc)).unwrap();
        assert!(!closed.processing_in.contains_key(&Payway::Visamc));
        let limited = rules(|rules| {
            rules.limits.retain(|one| one.payway.is_none_or(|code| code.0 != Payway::Visamc));
            let day = Some(Decimal("100".to_owned()));
            let kept = rules.limits.remove(0);
            rules.limits.push(LimitRule { tier: Some(Tier::T1.into()), day, ..kept });
        });
        let scopes: Vec<String> = limited.unwrap().limits.0.keys().map(ToString::to_string).collect();
        assert_eq!(scopes[..5], ["iban T1", "iban in T2", "iban out T2", "mono", "mono T2"]);
        let least = rules(|rules| {
            let usdt = rules.currencies.iter_mut().find(|one| one.currency.0 == Currency::USDT).unwrap();
            usdt.min_payout = Decimal("100".to_owned());
        });
        let least = least.unwrap().currencies[&Currency::USDT];
        assert_eq!(least.min_payout_erc20, Some(least.min_payout));
        let share = rules(|rules| {
            rules.guarantee = Some(RuleGuarantee { max_minutes: 60, max_loss: Decimal("12.50".to_owned()) });
            let seed = Rules::of(&Policy::sandbox()).referral.unwrap();
            rules.referral = Some(RuleReferral { percent: Decimal("12.5".to_owned()), ..seed });
        });
        let share = share.unwrap();
        assert_eq!(share.referral.map(|rule| rule.share_ppm), Some(125_000));
        assert!(share.products.contains(&Product::Reward) && share.check().is_ok());
        let country = rules(|rules| rules.forbidden.push("FR".to_owned())).unwrap();
        assert!(country.forbidden.contains(&"FR".parse().unwrap()));
    }

    #[test]
    fn a_partner_is_added_only_with_a_key_to_import_with() {
        let [known, importer, other] = [1, 2, 3].map(|id| ProfileId::from_uuid(uuid::Uuid::from_u128(id)));
        let before = Policy { relied_on: BTreeSet::from([known]), ..Policy::seed() };
        let checked = |ids: &[ProfileId]| {
            let relied_on = ids.iter().map(|id| ProfileIdText(id.to_string())).collect();
            let rules = Rules { relied_on, ..Rules::of(&before) };
            check_relied_on(&before, &rules, &BTreeSet::from([importer])).map_err(|error| error.pointer)
        };
        assert!(checked(&[]).is_ok() && checked(&[known, importer]).is_ok());
        assert_eq!(checked(&[importer, other]), Err("/rules/relied_on/1".into()));
    }

    #[test]
    fn a_value_that_cannot_be_read_is_named() {
        let pointer = |change: fn(&mut Rules)| rules(change).unwrap_err().pointer;
        assert_eq!(pointer(|rules| rules.our_fee.fixed = Decimal("-1".to_owned())), "/rules/our_fee/fixed");
        assert_eq!(pointer(|rules| rules.spread_percent = Decimal("0.00001".to_owned())), "/rules/spread_percent");
        assert_eq!(
            pointer(|rules| rules.currencies[1].min_payout = Decimal("x".to_owned())),
            "/rules/currencies/1/min_payout"
        );
        assert_eq!(pointer(|rules| rules.forbidden.insert(0, "XX1".to_owned())), "/rules/forbidden/0");
        assert_eq!(pointer(|rules| rules.relied_on.push(ProfileIdText("usr_1".to_owned()))), "/rules/relied_on/0");
        assert_eq!(pointer(|rules| rules.limits[1].day = Some(Decimal("x".to_owned()))), "/rules/limits/1/day");
        assert_eq!(pointer(|rules| rules.limits[0].min = Some(Decimal("60000".to_owned()))), "/rules/limits/0");
        let seed = Rules::of(&Policy::seed());
        let next = format!("/rules/limits/{}", seed.limits.len());
        assert_eq!(pointer(|rules| rules.limits.push(rules.limits[0].clone())), next);
        assert_eq!(pointer(|rules| rules.payways[0].payway.0 = Payway::Ltc), "/rules/payways/0/payway");
        let next = format!("/rules/payways/{}/payway", seed.payways.len());
        assert_eq!(pointer(|rules| rules.payways.push(rules.payways[0].clone())), next);
    }
}
