import { BalanceSettingsPage } from '../features/spending/BalanceSettingsPage'
import { OfProfile } from '../features/spending/OfProfile'
import { BalancesLink, SpendingLink } from './balanceLinks'

/** The settings of balances, of the profile that the address names or of the one that is used here. */
export default function OwnBalanceSettings({ profile }: { profile?: string }) {
  return (
    <OfProfile id={profile} back={<BalancesLink />}>
      <BalanceSettingsPage back={<BalancesLink />} spending={(row) => <SpendingLink>{row}</SpendingLink>} />
    </OfProfile>
  )
}
