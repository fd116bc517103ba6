import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import type { Me } from '../api/queries'
import { type DeskLine, deskQuery, type View } from '../api/support'
import { ClockText } from '../parts/ClockText'
import { EmptyCard } from '../parts/EmptyCard'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { STATE_NAMES, TOPIC_NAMES } from '../parts/supportWords'
import { useNow } from '../parts/useNow'
import { shortTime } from '../parts/when'
import { useAddressFilters } from '../place'
import { SavedAnswers } from './support/SavedAnswers'
import { ClocksCard } from './support/ClocksCard'

const VIEWS: readonly View[] = ['open', 'mine', 'unassigned', 'overdue', 'complaints', 'all']
const PAGES = [...VIEWS, 'answers', 'clocks'] as const
type Shown = (typeof PAGES)[number]

const NAMES: Record<Shown, MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'conversations' }),
  mine: msg({ message: 'Mine', context: 'conversations' }),
  unassigned: msg({ message: 'Unassigned', context: 'conversations' }),
  overdue: msg({ message: 'Overdue', context: 'conversations' }),
  complaints: msg`Complaints`,
  all: msg({ message: 'All', context: 'conversations' }),
  answers: msg`Saved answers`,
  clocks: msg`Clocks`,
}

/** What customers wrote, the most urgent first; the saved answers; and the clocks. */
export function SupportPage({ me }: { me: Me }) {
  const { t, i18n } = useLingui()
  const [query, change] = useAddressFilters()
  const shown = PAGES.find((page) => page === query.get('view')) ?? 'open'
  return (
    <>
      <PageHead title={<Trans>Support</Trans>} />
      <Pills
        label={t`Which conversations`}
        value={shown}
        options={PAGES.map((value) => ({ value, label: i18n._(NAMES[value]) }))}
        onChange={(view) => change({ view: view === 'open' ? '' : view })}
      />
      {shown === 'answers' ? (
        <SavedAnswers may={me.permissions.includes('support.write')} />
      ) : shown === 'clocks' ? (
        <ClocksCard may={me.permissions.includes('policies.write')} />
      ) : (
        <Inbox view={shown} />
      )}
    </>
  )
}

function Inbox({ view }: { view: View }) {
  const asked = useQuery(deskQuery(view))
  return (
    <Loaded asked={asked} empty={({ data }) => (data.length === 0 ? <Nothing /> : null)}>
      {({ data, has_more: hasMore }) => (
        <>
          <Lines lines={data} />
          {hasMore ? (
            <p className="px-1 text-[13px] text-muted">
              <Trans>The first 100 are shown.</Trans>
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

function Nothing() {
  return (
    <EmptyCard art="mail" title={<Trans>No one is waiting here</Trans>}>
      <Trans>What customers write appears here, the most urgent first.</Trans>
    </EmptyCard>
  )
}

function Lines({ lines }: { lines: readonly DeskLine[] }) {
  const { t } = useLingui()
  const columns = [
    { name: t`Message` },
    { name: t`Customer` },
    { name: t`State` },
    { name: t`Waiting`, end: true },
    { name: t`Last change`, end: true },
  ]
  return (
    <Sheet label={t`Conversations`} columns={columns}>
      {lines.map((line) => (
        <DeskRow key={line.id} line={line} />
      ))}
    </Sheet>
  )
}

function DeskRow({ line }: { line: DeskLine }) {
  const { i18n } = useLingui()
  const now = useNow()
  const { name, tone } = STATE_NAMES[line.state]
  return (
    <Row>
      <Cell side="left">
        <Go to={`/support/${line.id}`} className={`block max-w-96 truncate font-[580] ${ROW_LINK}`}>
          {line.preview || line.number}
        </Go>
        <span className="block text-[12px] leading-tight text-muted">
          {line.number} · {i18n._(TOPIC_NAMES[line.topic])} · {line.language}
          {line.labels.map((label) => ` · ${label}`)}
        </span>
      </Cell>
      <Cell side="left">{line.email ?? '–'}</Cell>
      <Cell side="left">
        {line.kind === 'COMPLAINT' ? (
          <>
            <Badge tone="bad">
              <Trans>Complaint</Trans>
            </Badge>{' '}
          </>
        ) : null}
        <Badge tone={tone}>{i18n._(name)}</Badge>{' '}
        {line.is_mine ? (
          <Badge>
            <Trans context="conversation">Mine</Trans>
          </Badge>
        ) : null}
      </Cell>
      <Cell side="right" end>
        {line.waits_since && line.due_at ? (
          <ClockText wait={{ since: line.waits_since, until: line.due_at }} now={now} />
        ) : (
          <span className="text-muted">–</span>
        )}
      </Cell>
      <Cell side="right" end>
        <span className="text-muted">{shortTime(line.updated_at, i18n.locale)}</span>
      </Cell>
    </Row>
  )
}
