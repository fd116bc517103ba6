import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import { Badge, type Tone } from '../../../ui/Badge'
import { CopyButton } from '../../../ui/CopyButton'
import { Notice } from '../../../ui/Notice'
import type { HotWallet } from '../../api/connections'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'

/** A hot wallet: its balance, its limits, and what an operator moves. */
export function WalletCard({ wallet }: { wallet: HotWallet }) {
  const { t, i18n } = useLingui()
  const money = (amount: HotWallet['balance']) => <span className="tabular-nums">{moneyText(amount, i18n.locale)}</span>
  const facts = [
    { name: t`In the hot wallet`, value: money(wallet.balance) },
    wallet.min ? { name: t`Minimum`, value: money(wallet.min) } : undefined,
    wallet.max ? { name: t`Maximum`, value: money(wallet.max) } : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <Card title={wallet.name} aside={<Chain chain={wallet.chain} />}>
      <div className="grid gap-4">
        <Facts facts={facts} />
        <Advice wallet={wallet} />
        {wallet.cold_address ? (
          <div className="grid gap-1">
            <span className="text-[13px] text-muted">
              <Trans>Cold address</Trans>
            </span>
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-mono text-[13px] break-all">{wallet.cold_address}</span>
              <CopyButton text={wallet.cold_address} label={t`Copy the cold address`} round />
            </div>
          </div>
        ) : null}
        <p className="text-[13px] text-muted">
          <Trans>The settings of the server connect coins, their limits and the cold address.</Trans>
        </p>
      </div>
    </Card>
  )
}

function Chain({ chain }: { chain: string }) {
  const { t } = useLingui()
  const known: Record<string, [string, Tone]> = {
    main: [t`Main network`, 'ok'],
    test: [t`Test network`, 'wait'],
    regtest: [t`Test network`, 'wait'],
  }
  const [text, tone] = known[chain] ?? [chain, 'plain']
  return <Badge tone={tone}>{text}</Badge>
}

function Advice({ wallet }: { wallet: HotWallet }) {
  const { i18n } = useLingui()
  if (!wallet.amount) return null
  const amount = moneyText(wallet.amount, i18n.locale)
  return wallet.state === 'move_to_cold' ? (
    <Notice tone="wait">
      <Trans>Move {amount} to the cold address: the wallet holds more than its maximum.</Trans>
    </Notice>
  ) : (
    <Notice tone="bad">
      <Trans>{amount} are missing to the minimum: payouts may wait for coins.</Trans>
    </Notice>
  )
}
