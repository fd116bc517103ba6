import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/problemText'
import { shorten } from '../../domain/address'
import { AddressText } from '../../domain/AddressText'
import { useChange } from '../../domain/useChange'
import { dayText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { StaleNote } from '../../ui/StaleNote'
import { isOnWord } from './answers'
import { forgetWallet, type Wallet, walletsQuery } from './queries'

/** The wallets declared for large amounts. Hidden if there are none. */
export function WalletsCard() {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(walletsQuery)
  const { busy, problem, run } = useChange(errorText, () =>
    queries.invalidateQueries({ queryKey: walletsQuery.queryKey }),
  )
  if (!data?.length) return null
  return (
    <Card tight title={<Trans>Wallets you told us about</Trans>}>
      {isError ? <StaleNote onRetry={() => void refetch()} /> : null}
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <ul className="divide-y divide-line">
        {data.map((wallet) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            busy={busy === wallet.id}
            onForget={() => run(wallet.id, () => forgetWallet(wallet.id))}
          />
        ))}
      </ul>
      <p className="py-3 text-[13px] text-muted">
        <Trans>
          We will ask about a forgotten wallet again. What was recorded for orders is kept as the law requires.
        </Trans>
      </p>
    </Card>
  )
}

type WalletRowProps = { wallet: Wallet; busy: boolean; onForget: () => void }

function WalletRow({ wallet, busy, onForget }: WalletRowProps) {
  const { t } = useLingui()
  const address = shorten(wallet.address)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="grid min-w-40 flex-1 gap-0.5">
        <AddressText value={wallet.address} />
        <span className="text-[13px] text-muted wrap-anywhere">
          <WalletState wallet={wallet} />
        </span>
      </div>
      <Button variant="text" className="-mr-2 ml-auto" busy={busy} onClick={onForget} aria-label={t`Forget ${address}`}>
        <Trans>Forget</Trans>
      </Button>
    </li>
  )
}

/** The declared owner, and the state of the proof. */
function WalletState({ wallet }: { wallet: Wallet }) {
  const { i18n } = useLingui()
  const { service } = wallet
  if (wallet.owner === 'other')
    return service ? <Trans>Someone else’s, at {service}</Trans> : <Trans>Someone else’s</Trans>
  if (service) return <Trans>Mine, at {service}</Trans>
  if (isOnWord(wallet)) return <Trans>Mine, as I stated: it cannot be proved</Trans>
  if (wallet.needs_proof || !wallet.proved_at) return <Trans>Mine, not proved yet</Trans>
  const day = dayText(wallet.proved_at, i18n.locale, new Date())
  return <Trans>Mine, proved: {day}</Trans>
}
