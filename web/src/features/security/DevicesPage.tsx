import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { dayText, timeText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { endOtherSessions, endSession, type SignedIn, sessionsQuery } from './queries'

const PHONES = ['Android', 'iPhone', 'iPad']

/** The customer's sessions. `back` links to the profile page. */
export default function DevicesPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Devices</Trans>} back={back}>
      <Devices />
    </Page>
  )
}

function Devices() {
  const queries = useQueryClient()
  const asked = useQuery(sessionsQuery)
  const { busy, problem, run } = useChange(errorText, () =>
    queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  )
  return (
    <QueryCard asked={asked} rows={2}>
      {(sessions) => (
        <>
          {problem ? <Notice tone="bad">{problem}</Notice> : null}
          <Columns
            side={<Others sessions={sessions} busy={busy === 'others'} onEnd={() => run('others', endOtherSessions)} />}
          >
            <Card tight title={<Trans>Where you are signed in</Trans>}>
              <ul className="grid divide-y divide-line/60">
                {sessions.map((session) => (
                  <DeviceRow
                    key={session.id}
                    session={session}
                    busy={busy === session.id}
                    onEnd={() => run(session.id, () => endSession(session.id))}
                  />
                ))}
              </ul>
            </Card>
          </Columns>
        </>
      )}
    </QueryCard>
  )
}

type OthersProps = { sessions: readonly SignedIn[]; busy: boolean; onEnd: () => void }

/** What to do about a device that the customer does not know. */
function Others({ sessions, busy, onEnd }: OthersProps) {
  const isAlone = sessions.every(({ current }) => current)
  return (
    <Card title={<Trans>A device you do not know?</Trans>}>
      <p className="text-[14px] text-muted">
        <Trans>
          Sign it out here. If you cannot explain how it got in, change the password of your mailbox too: our sign-in
          codes go there.
        </Trans>
      </p>
      {isAlone ? null : (
        <Button variant="danger" className="mt-4" busy={busy} onClick={onEnd}>
          <Trans>Sign out everywhere else</Trans>
        </Button>
      )}
    </Card>
  )
}

type DeviceRowProps = { session: SignedIn; busy: boolean; onEnd: () => void }

function DeviceRow({ session, busy, onEnd }: DeviceRowProps) {
  const { t, i18n } = useLingui()
  const name = [session.browser, session.system].filter(Boolean).join(', ') || t`Unknown device`
  const Icon = PHONES.includes(session.system ?? '') ? Smartphone : Monitor
  const seen = `${dayText(session.seen_at, i18n.locale, new Date())}, ${timeText(session.seen_at, i18n.locale)}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">{name}</span>
        <span className="text-[13px] text-muted wrap-anywhere">
          {session.current ? <Trans>This device</Trans> : <Trans>Last active {seen}</Trans>} · {session.network}
        </span>
      </div>
      {session.current ? null : (
        <Button variant="text" className="-mr-2" busy={busy} onClick={onEnd} aria-label={t`Sign out ${name}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}
