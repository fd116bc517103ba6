import { useLingui } from '@lingui/react/macro'
import { TIER_LIMITS } from './tierLimits'
import { useTierLimitNames } from './useTierLimitNames'

/** The name of a part of the policy document; the part itself if it has none here. */
export function usePartNames(): (part: string) => string {
  const { t } = useLingui()
  const limits = useTierLimitNames()
  const names: Record<string, string> = {
    our_fee: t`Fee on exchanges`,
    convert_fee: t`Fee on conversions`,
    spread_ppm: t`Spread`,
    add: t`fixed part`,
    mult_ppm: t`percent`,
    min: t`at least`,
    max: t`at most`,
    day: t`in 24 hours`,
    month: t`in 31 days`,
    exchange: t`exchange`,
    min_deposit: t`smallest deposit`,
    min_payout: t`smallest payout`,
    min_deposit_erc20: t`smallest deposit over ERC20`,
    min_payout_erc20: t`smallest payout over ERC20`,
    eea: t`residents of the EEA`,
    eea_enforced: t`MiCA for everyone not known to live outside the EEA`,
    forbidden: t`Forbidden countries`,
    off: t`Currencies that are off`,
    products: t`Products`,
    relied_on: t`Reliance on partners`,
    travel_rule: t`Travel rule`,
    new_addresses: t`New addresses`,
    above: t`above`,
    hours: t`hours`,
    referral: t`Referrals`,
    guarantee: t`Price guarantee`,
    max_minutes: t`Minutes after the expiry of the order`,
    max_loss: t`At most for one order`,
    fee: t`fee`,
    line: t`which fee`,
    operation: t`for`,
    paid_by: t`paid by`,
    paid_out_by: t`paid out by`,
    given: t`given currency`,
    received: t`received currency`,
    tier: t`tier`,
    partner: t`partner`,
    amount: t`amount`,
    from: t`from`,
    below: t`below`,
    on_word: t`without a proof`,
    new_cards: t`New cards`,
    days: t`days`,
    share_ppm: t`Share of our fee`,
    orders: t`Orders of a friend that earn`,
    per_friend: t`At most for one friend`,
    per_period: t`At most within the period`,
    period_days: t`Days of the period`,
    settle_days: t`Days before a reward is booked`,
    ...Object.fromEntries(TIER_LIMITS.map((limit) => [limit, limits[limit]])),
  }
  return (part) => names[part] ?? part
}
