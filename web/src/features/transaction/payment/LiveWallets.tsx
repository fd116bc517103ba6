import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { payByWallet, type WalletAmount, type WalletPayment, type WalletSession, walletsHere } from './browserWallet'
import { WALLET_NAME } from './deviceWallet'
import { OrByCard } from './OrByCard'

type LiveWalletsProps = {
  /** The order that is paid. */
  order: string
  total: WalletAmount
  busy: boolean
  onPay: (wallet: WalletPayment) => Promise<boolean>
}

/** A merchant session of Apple Pay expires after five minutes, so that the answer is never served from the cache. */
const sessionsQuery = (order: string) =>
  queryOptions({
    queryKey: ['wallet-sessions', order],
    queryFn: async ({ signal }) => {
      const params = { path: { id: order } }
      return (await client.GET('/api/client/v1/transactions/{id}/payment/wallets', { params, signal })).data.data
    },
    staleTime: 0,
    retry: false,
  })

/** The wallets that this browser can open for the order, or why there are none. Nothing where the tenant takes no wallets. */
export default function LiveWallets({ order, total, busy, onPay }: LiveWalletsProps) {
  const queries = useQueryClient()
  const [isBroken, setBroken] = useState(false)
  const { data: sessions } = useQuery(sessionsQuery(order))
  const { data: here } = useQuery({
    queryKey: ['wallets-here', order, sessions?.map(({ kind }) => kind)],
    queryFn: () => walletsHere(sessions ?? [], total),
    enabled: sessions !== undefined,
    networkMode: 'always',
  })
  if (!sessions || !here || sessions.length === 0) return null
  if (here.length === 0) return <WhyNone sessions={sessions} />
  const pay = async (session: WalletSession) => {
    setBroken(false)
    const renew = async () => {
      const fresh = await queries.fetchQuery(sessionsQuery(order))
      return fresh.find(({ kind }) => kind === session.kind)
    }
    await payByWallet(session, total, renew, onPay).catch(() => setBroken(true))
  }
  return (
    <div className="grid gap-4">
      {isBroken ? (
        <Notice tone="bad">
          <Trans>The wallet did not open. Try again, or pay by card.</Trans>
        </Notice>
      ) : null}
      <div className="grid gap-2">
        {here.map((session) => {
          const name = WALLET_NAME[session.kind]
          return (
            <Button key={session.kind} variant="quiet" busy={busy} onClick={() => void pay(session)}>
              <Trans>Pay with {name}</Trans>
            </Button>
          )
        })}
      </div>
      <OrByCard />
    </div>
  )
}

/** Why no wallet is offered: each needs a browser that has it. */
function WhyNone({ sessions }: { sessions: readonly WalletSession[] }) {
  const has = (kind: WalletSession['kind']) => sessions.some((session) => session.kind === kind)
  return (
    <div className="grid gap-1 text-[13px] text-muted">
      {has('apple') ? (
        <p>
          <Trans>Apple Pay opens in Safari on an Apple device.</Trans>
        </p>
      ) : null}
      {has('google') ? (
        <p>
          <Trans>Google Pay opens in Chrome.</Trans>
        </p>
      ) : null}
    </div>
  )
}
