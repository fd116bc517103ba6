//! Countries. A customer's country of residence decides which services the platform may offer.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The officially assigned codes of ISO 3166-1 alpha-2.
const ASSIGNED: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR \
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI \
    FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS \
    IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA \
    RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT \
    TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";
/// The three-letter codes of the same countries (ISO 3166-1 alpha-3), in the same order. Identity checks use them.
const ALPHA3: &str = "AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN \
    BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE \
    DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL \
    GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM \
    JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE \
    MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL \
    NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN \
    SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON \
    TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE";
/// Test countries of the sandbox: forbidden, inside the EEA, outside the EEA.
const SIMULATED: &str = "ZZ XE XN";
/// The EEA: the member states of the EU, Iceland, Liechtenstein and Norway, and the sandbox's EEA country.
const EEA: &str = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK XE";

/// A country by its ISO 3166-1 alpha-2 code, or a test country of the sandbox.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

/// The text is not a country code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not a country's code of two letters (ISO 3166-1)")]
pub struct UnknownCountry;

impl Country {
    /// Every real country, sorted by code, without the sandbox's test countries.
    pub fn all() -> impl Iterator<Item = Self> {
        ASSIGNED.split(' ').filter_map(|code| code.parse().ok())
    }

    /// The upper-case code.
    #[must_use]
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The three-letter code (ISO 3166-1 alpha-3); `None` for a test country of the sandbox.
    #[must_use]
    pub fn alpha3(self) -> Option<&'static str> {
        let place = ASSIGNED.split(' ').position(|code| code == self.code())?;
        ALPHA3.split(' ').nth(place)
    }

    /// Whether MiCA, Regulation (EU) 2023/1114, applies to its residents.
    #[must_use]
    pub fn is_eea(self) -> bool {
        listed(EEA, self.code())
    }

    /// Whether it is a test country of the sandbox.
    #[must_use]
    pub fn is_simulated(self) -> bool {
        listed(SIMULATED, self.code())
    }
}

fn listed(list: &str, code: &str) -> bool {
    list.split(' ').any(|known| known == code)
}

impl FromStr for Country {
    type Err = UnknownCountry;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = listed(ASSIGNED, text) || listed(SIMULATED, text);
        let code = <[u8; 2]>::try_from(text.as_bytes()).ok().filter(|_| known);
        code.map(Self).ok_or(UnknownCountry)
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_is_known_by_its_two_capitals() {
        let poland: Country = "PL".parse().unwrap();
        assert_eq!((poland.code(), poland.is_eea(), poland.is_simulated()), ("PL", true, false));
        for odd in ["", "pl", "POL", "XX", "P", "ZZZ", "PL "] {
            assert!(odd.parse::<Country>().is_err(), "{odd:?}");
        }
        assert_eq!(Country::all().count(), 249);
        assert_eq!(Country::all().filter(|country| country.is_eea()).count(), 30);
        assert!(Country::all().all(|country| !country.is_simulated()));
        let speaks = |code: &str| code.parse::<Country>().unwrap().alpha3();
        assert_eq!(["AD", "PL", "UA", "ZW"].map(speaks), [Some("AND"), Some("POL"), Some("UKR"), Some("ZWE")]);
        assert_eq!(speaks("XE"), None);
        assert_eq!(ALPHA3.split(' ').collect::<std::collections::BTreeSet<_>>().len(), 249, "one of each");
        let simulated: Country = "XE".parse().unwrap();
        assert!(simulated.is_eea() && simulated.is_simulated());
    }
}
