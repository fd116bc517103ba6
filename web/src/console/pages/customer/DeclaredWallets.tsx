import { Trans, useLingui } from '@lingui/react/macro'
import { AddressText } from '../../../domain/AddressText'
import type { Personal } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { whenText } from '../../parts/when'
import { useCounterpartyFacts } from './counterparty'

type Wallet = Personal['wallets'][number]

/** The wallets that the customer declared for outgoing coins: owner, custodian, and proof of ownership. */
export function DeclaredWallets({ wallets }: { wallets: readonly Wallet[] }) {
  if (wallets.length === 0) return null
  return (
    <section className="mt-5 grid gap-3">
      <h3 className="font-semibold">
        <Trans>External wallets</Trans>
      </h3>
      <ul className="grid gap-4">
        {wallets.map((wallet) => (
          <WalletFacts key={wallet.id} wallet={wallet} />
        ))}
      </ul>
    </section>
  )
}

function WalletFacts({ wallet }: { wallet: Wallet }) {
  const { t, i18n } = useLingui()
  const { beneficiary } = wallet
  const counterparty = useCounterpartyFacts(beneficiary)
  const own = wallet.owner === 'own'
  const provedAt = wallet.proved_at ? whenText(wallet.proved_at, i18n.locale) : undefined
  const proved = own && wallet.holding === 'self_hosted'
  const facts = [
    { name: t`Network`, value: wallet.network },
    { name: t`Whose`, value: own ? t`Own` : (beneficiary?.name ?? '–') },
    ...counterparty,
    { name: t`Held by`, value: wallet.service ?? t`Its owner` },
    { name: t`Stated`, value: whenText(wallet.declared_at, i18n.locale) },
    ...(proved
      ? [
          {
            name: t`Proved`,
            value: provedAt ?? (wallet.provable ? t`Not yet` : t`No: only stated, cannot be proved`),
          },
        ]
      : []),
  ]
  return (
    <li className="grid gap-1">
      <p>
        <AddressText value={wallet.address} />
      </p>
      <Facts facts={facts} />
    </li>
  )
}
