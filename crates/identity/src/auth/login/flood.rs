//! Simulates floods of code requests against the real limits and budget rules.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::budget::{Caller, CodeTerms, Load, Used, Work, terms};
use super::limits;
use crate::counter::Limit;
use crate::{ClientContext, EmailAddress};

const ANNA: &str = "anna@example.com";
/// The network from which Anna has signed in before.
const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

/// The tenant's counters.
#[derive(Default)]
struct Counters(HashMap<(&'static str, String, DateTime<Utc>), i32>);

impl Counters {
    fn read(&self, limit: &Limit, now: DateTime<Utc>) -> i32 {
        self.0.get(&(limit.name, limit.subject.clone(), limit.starts_at(now))).copied().unwrap_or(0)
    }

    /// Requests a code with the required proof of work. `None` if a limit refuses; nothing is counted then.
    fn ask(&mut self, caller: &Caller, email: &str, ip: IpAddr, now: DateTime<Utc>) -> Option<CodeTerms> {
        let context = ClientContext { ip: Some(ip), ..ClientContext::default() };
        let used = |limit: Limit| Used { count: self.read(&limit, now), max: limit.max };
        let load = Load {
            failures: 0,
            tenant: used(limits::of_tenant(false, caller)),
            provider: used(limits::of_provider(false, caller, &context)),
        };
        let terms = terms(caller, load);
        let all = limits::of_sending(false, caller, &EmailAddress::parse(email).unwrap(), &context);
        if all.iter().any(|limit| limit.check(self.read(limit, now) + 1, now).is_err()) {
            return None;
        }
        for limit in all {
            *self.0.entry((limit.name, limit.subject.clone(), limit.starts_at(now))).or_insert(0) += 1;
        }
        Some(terms)
    }
}

fn stranger(ip: IpAddr) -> Caller {
    let context = ClientContext { ip: Some(ip), ..ClientContext::default() };
    Caller::of(None, context.network(), false)
}

/// The target addresses of a flood.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// Made-up addresses.
    Anybody,
    /// Anna's address only.
    Anna,
}

/// An attacker with many networks, each of which sends many requests for an hour.
#[derive(Clone, Debug)]
struct Flood {
    /// IPv4 addresses, each in its own /24, spread over many /16s.
    v4: u32,
    /// IPv6 providers, and the /64s used of each.
    v6: (u16, u16),
    each: u32,
    aim: Aim,
}

fn floods() -> impl Strategy<Value = Flood> {
    let aim = prop_oneof![Just(Aim::Anybody), Just(Aim::Anna)];
    (0_u32..120, (0_u16..8, 1_u16..8), 1_u32..=10, aim).prop_map(|(v4, v6, each, aim)| Flood { v4, v6, each, aim })
}

/// The result of a flood: codes without work, codes with work, and codes that allow a registration.
#[derive(Default, Debug)]
struct Loot {
    free: usize,
    worked: usize,
    registered: usize,
}

impl Flood {
    fn addresses(&self) -> Vec<IpAddr> {
        // None of them is in Anna's /16.
        let v4 = (0..self.v4).map(|n| IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + n * 0x0000_9100)));
        let (providers, networks) = self.v6;
        let v6 = (0..providers).flat_map(move |provider| {
            (0..networks).map(move |network| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, provider, network, 0, 0, 0, 1)))
        });
        v4.chain(v6).collect()
    }

    fn run(&self, counters: &mut Counters, start: DateTime<Utc>) -> Loot {
        let (mut loot, mut made_up) = (Loot::default(), 0);
        for window in 0..6 {
            let now = start + TimeDelta::minutes(10 * window);
            for (ip, _) in self.addresses().into_iter().flat_map(|ip| (0..self.each).map(move |n| (ip, n))) {
                made_up += 1;
                let email = match self.aim {
                    Aim::Anybody => format!("p{made_up}@example.net"),
                    Aim::Anna => ANNA.to_owned(),
                };
                let Some(terms) = counters.ask(&stranger(ip), &email, ip, now) else { continue };
                loot.free += usize::from(terms.work == Work::None);
                loot.worked += usize::from(terms.work > Work::None);
                loot.registered += usize::from(!terms.registration_paused && matches!(self.aim, Aim::Anybody));
            }
        }
        loot
    }
}

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

/// The end of the hour.
fn end() -> DateTime<Utc> {
    start() + TimeDelta::minutes(59)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// During a flood, customers still get their codes: a known caller at once, an unknown caller with some proof of
    /// work if the address has an account.
    #[test]
    fn no_flood_denies_codes_to_known_devices_networks_or_addresses(flood in floods()) {
        let mut counters = Counters::default();
        let loot = flood.run(&mut counters, start());
        let mark = Some("09".repeat(16));
        // On her own device in any network, even one of the attacker's.
        let there = flood.addresses().first().copied().unwrap_or(HOME);
        let device = Caller::of(mark, "10.0.0.0/24".into(), false);
        let sent = counters.ask(&device, ANNA, there, end());
        prop_assert_eq!(sent.map(|terms| terms.work), Some(Work::None), "her device, {:?}", loot);
        let home = Caller::of(None, "192.0.2.0/24".into(), true);
        let sent = counters.ask(&home, ANNA, HOME, end());
        prop_assert_eq!(sent.map(|terms| terms.work), Some(Work::None), "her network, {:?}", loot);
        // From an unknown network, as long as the flood does not target her address.
        let elsewhere = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 1));
        let sent = counters.ask(&stranger(elsewhere), ANNA, elsewhere, end());
        prop_assert_eq!(sent.is_some(), matches!(flood.aim, Aim::Anybody) || loot.free + loot.worked < 5, "{:?}", loot);
    }

    /// Without proof of work, a flood gets at most a quarter of the budget. Addresses without an account never get more
    /// than the whole budget.
    #[test]
    fn a_flood_gets_a_bounded_number_of_codes(flood in floods()) {
        let mut counters = Counters::default();
        let loot = flood.run(&mut counters, start());
        prop_assert!(loot.free <= 250, "{:?}", loot);
        prop_assert!(loot.registered <= 1_000, "{:?}", loot);
        if matches!(flood.aim, Aim::Anna) {
            prop_assert!(loot.free + loot.worked <= 5, "{:?}", loot);
        }
    }

    /// One provider cannot use up a tenant's hourly budget, however many of its networks send requests.
    #[test]
    fn one_provider_has_a_share(networks in 1_u16..600) {
        let flood = Flood { v4: 0, v6: (1, networks), each: 10, aim: Aim::Anybody };
        let loot = flood.run(&mut Counters::default(), start());
        prop_assert!(loot.free + loot.worked <= 360, "{:?}", loot);
    }
}

/// Two floods that used to exhaust a tenant's limits: a hundred /64s of one /56, and 113 IPv4 networks.
#[test]
fn the_floods_that_closed_a_tenant_leave_it_open() {
    let counters = &mut Counters::default();
    let v6 = Flood { v4: 0, v6: (1, 100), each: 10, aim: Aim::Anybody };
    let loot = v6.run(counters, start());
    assert!(loot.free + loot.worked <= 120, "a /56 has twenty in ten minutes: {loot:?}");
    let v4 = Flood { v4: 113, v6: (0, 1), each: 10, aim: Aim::Anybody };
    let loot = v4.run(counters, start());
    assert!(loot.free <= 250 && loot.worked > 0, "{loot:?}");
    let home = Caller::of(None, "192.0.2.0/24".into(), true);
    assert!(counters.ask(&home, ANNA, HOME, end()).is_some());
    let elsewhere = IpAddr::V6(Ipv6Addr::new(0x2a00, 1, 2, 3, 0, 0, 0, 1));
    let terms = counters.ask(&stranger(elsewhere), ANNA, elsewhere, end()).expect("her code comes");
    assert_eq!(terms.work, Work::Heavy);
}

#[test]
fn guessing_attacks_add_a_puzzle_for_all_callers() {
    let quiet = Used { count: 0, max: 1_000 };
    let home = Caller::of(None, "192.0.2.0/24".into(), true);
    for caller in [&home, &stranger(HOME)] {
        let load = Load { failures: 1_000, tenant: quiet, provider: quiet };
        assert_eq!(terms(caller, load).work, Work::Light);
    }
    let crowd = Load { failures: 0, tenant: Used { count: 1_000, max: 1_000 }, provider: quiet };
    assert_eq!(terms(&home, crowd), CodeTerms { work: Work::Light, registration_paused: false });
    assert_eq!(terms(&stranger(HOME), crowd), CodeTerms { work: Work::Heavy, registration_paused: true });
}
