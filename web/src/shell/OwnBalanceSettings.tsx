import { BalanceSettingsPage } from '../features/spending/BalanceSettingsPage'
import { OfProfile } from '../features/spending/OfProfile'
import { BalancesLink, SpendingLink } from './balanceLinks'

/** The balance settings of the profile in the URL, or of the active profile. */
export default function OwnBalanceSettings({ profile }: { profile?: string }) {
  return (
    <OfProfile id={profile} back={<BalancesLink />}>
      <BalanceSettingsPage back={<BalancesLink />} spending={(row) => <SpendingLink>{row}</SpendingLink>} />
    </OfProfile>
  )
}
