import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  CheckCheck,
  KeyRound,
  ListTodo,
  LogOut,
  ScanFace,
  ScrollText,
  ShieldUser,
  Users,
} from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { connectionStore } from '../api/connection'
import { config } from '../host/config'
import { Notice } from '../ui/Notice'
import { ask } from './api/ask'
import { lookMs } from './api/news'
import { type Me, proposalsQuery } from './api/queries'
import { Go } from './parts/Go'
import { PasskeyOffer } from './parts/PasskeyOffer'
import { useRoleName } from './parts/roleNames'
import { reads } from './reach'

/** The frame of every page: navigation, the signed-in operator, and the connection state. */
export function Frame({ me, place, children }: { me: Me; place: string; children: ReactNode }) {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.current)
  return (
    <div className="text-[14px] desk:grid desk:min-h-dvh desk:grid-cols-[200px_1fr]">
      <Side me={me} place={place} />
      <main className="mx-auto grid w-full max-w-[1240px] min-w-0 content-start gap-4 p-4 desk:px-8 desk:py-5">
        {connection === 'ok' ? null : (
          <Notice tone="wait">
            <Trans>No connection. You see the last known state.</Trans>
          </Notice>
        )}
        {place === '/passkeys' ? null : <PasskeyOffer />}
        {children}
      </main>
    </div>
  )
}

function Side({ me, place }: { me: Me; place: string }) {
  const { t } = useLingui()
  const waiting = useQuery({ ...proposalsQuery(false), refetchInterval: lookMs, refetchOnWindowFocus: 'always' })
  const open = waiting.data?.data.filter((one) => one.can_answer).length ?? 0
  const links = [
    { to: '/work', icon: ListTodo, label: t`Work list` },
    { to: '/movements', icon: ArrowLeftRight, label: t`Transactions` },
    { to: '/customers', icon: Users, label: t`Customers` },
    { to: '/verification', icon: ScanFace, label: t`Verification` },
    { to: '/approvals', icon: CheckCheck, label: t`Approvals`, count: open },
    { to: '/operators', icon: ShieldUser, label: t`Operators` },
    { to: '/log', icon: ScrollText, label: t`Audit log` },
  ].filter(({ to }) => reads(me, to))
  return (
    <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 border-b border-line p-3 desk:sticky desk:top-0 desk:h-dvh desk:grid-rows-[auto_1fr_auto] desk:border-b-0 desk:p-4">
      <p className="px-3 py-2 text-[17px] font-semibold">
        {config.tenant.name}{' '}
        <span className="text-[12px] font-normal text-muted">
          <Trans>console</Trans>
        </span>
      </p>
      <nav aria-label={t`Console`} className="flex flex-wrap content-start gap-1 desk:grid">
        {links.map(({ to, icon: Icon, label, count }) => {
          const current = place === to || place.startsWith(`${to}/`)
          return (
            <Go
              key={to}
              to={to}
              aria-current={current ? 'page' : undefined}
              className={`flex min-h-11 items-center gap-3 rounded-control px-3 ${current ? 'bg-surface font-[550] shadow-(--shadow)' : 'text-muted hover:text-text'}`}
            >
              <Icon size={18} aria-hidden="true" className={current ? 'text-brand' : ''} />
              {label}
              {count ? (
                <span className="ml-auto rounded-full bg-act-soft px-2 text-[12px] font-[550] text-act">{count}</span>
              ) : null}
            </Go>
          )
        })}
      </nav>
      <Who me={me} place={place} />
    </aside>
  )
}

function Who({ me, place }: { me: Me; place: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const role = useRoleName()
  const leave = async () => {
    await ask('session', { method: 'DELETE' }).catch(() => undefined)
    queries.clear()
    location.reload()
  }
  return (
    <div className="flex items-center justify-between gap-x-2 px-3 desk:grid">
      <div className="min-w-0 text-[13px]">
        <p className="truncate">{me.email}</p>
        <p className="text-muted">{role(me.role)}</p>
      </div>
      <div className="-mr-3 flex desk:mr-0 desk:-ml-3">
        <Go
          to="/passkeys"
          aria-label={t`Your passkeys`}
          aria-current={place === '/passkeys' ? 'page' : undefined}
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-text"
        >
          <KeyRound size={18} aria-hidden="true" />
        </Go>
        <button
          type="button"
          aria-label={t`Sign out`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-text"
          onClick={() => void leave()}
        >
          <LogOut size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
