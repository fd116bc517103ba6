import { OfProfile } from '../features/spending/OfProfile'
import { SpendingPage } from '../features/spending/SpendingPage'
import { BalancesLink, FirstDepositLink, SettingsBackLink } from './balanceLinks'

/** The order of spending, of the profile in the URL or of the active profile. */
export default function OwnSpending({ profile }: { profile?: string }) {
  return (
    <OfProfile id={profile} back={<BalancesLink />}>
      <SpendingPage back={<SettingsBackLink />} deposit={(words) => <FirstDepositLink>{words}</FirstDepositLink>} />
    </OfProfile>
  )
}
