import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  BookOpenText,
  Cable,
  ChartLine,
  CheckCheck,
  GalleryHorizontalEnd,
  Gift,
  Handshake,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Mails,
  ScanFace,
  ScrollText,
  ShieldUser,
  SlidersHorizontal,
  Sprout,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { Tone } from '../../ui/Badge'
import { pollMs } from '../api/refresh'
import { type Me, proposalsQuery, waitingQuery } from '../api/queries'
import { deskQuery } from '../api/support'
import { countText, todaysWorkQuery } from '../api/today'
import { reads } from '../reach'

export type NavLink = { to: string; icon: LucideIcon; label: string; count?: string | undefined; tone?: Tone }

/** How often the counts of the navigation are refreshed. Each list's own page is faster. */
const COUNTS_MS = 60_000

/** The places of the navigation that the operator may open, with the number of items that wait there. */
export function useLinks(me: Me): NavLink[] {
  const { t } = useLingui()
  const counts = useCounts(me)
  const links: NavLink[] = [
    { to: '/', icon: LayoutDashboard, label: t`Overview` },
    { to: '/work', icon: ListTodo, label: t`Work list`, ...counts.work },
    { to: '/movements', icon: ArrowLeftRight, label: t`Transactions` },
    { to: '/customers', icon: Users, label: t`Customers` },
    { to: '/partners', icon: Handshake, label: t`Partners` },
    { to: '/referrals', icon: Gift, label: t`Referrals` },
    { to: '/verification', icon: ScanFace, label: t`Verification`, ...counts.verification },
    { to: '/support', icon: LifeBuoy, label: t`Support`, ...counts.support },
    { to: '/approvals', icon: CheckCheck, label: t`Approvals`, ...counts.approvals },
    { to: '/bank', icon: Landmark, label: t`Bank` },
    { to: '/connections', icon: Cable, label: t`Connections` },
    { to: '/ledger', icon: BookOpenText, label: t`Ledger` },
    { to: '/rates', icon: ChartLine, label: t`Rates` },
    { to: '/operators', icon: ShieldUser, label: t`Operators` },
    { to: '/rules', icon: SlidersHorizontal, label: t`Rules` },
    { to: '/campaigns', icon: TicketPercent, label: t`Campaigns` },
    { to: '/farm', icon: Sprout, label: t`Farm` },
    { to: '/content', icon: GalleryHorizontalEnd, label: t`Banners, slides and help` },
    { to: '/messages', icon: Mails, label: t`Messages` },
    { to: '/log', icon: ScrollText, label: t`Audit log` },
  ]
  return links.filter(({ to }) => reads(me, to))
}

type Counted = Pick<NavLink, 'count' | 'tone'>

function useCounts(me: Me): Record<'work' | 'verification' | 'approvals' | 'support', Counted> {
  const { i18n } = useLingui()
  const seldom = { refetchInterval: COUNTS_MS }
  const approvals = useQuery({ ...proposalsQuery(false), refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
  const work = useQuery({ ...todaysWorkQuery, ...seldom, enabled: reads(me, '/work') })
  const waiting = useQuery({ ...waitingQuery, ...seldom, enabled: reads(me, '/verification') })
  const desk = useQuery({ ...deskQuery('open'), ...seldom, enabled: reads(me, '/support') })
  const badge = (count: number, isOverdue: boolean, calm: Tone, hasMore = false): Counted =>
    count > 0 ? { count: countText(count, hasMore, i18n.locale), tone: isOverdue ? 'bad' : calm } : {}
  const written = desk.data?.data ?? []
  const lines = work.data?.data ?? []
  const people = waiting.data?.data ?? []
  const toAnswer = approvals.data?.data.filter((one) => one.can_answer) ?? []
  return {
    work: badge(
      lines.length,
      lines.some((line) => line.waits?.is_overdue),
      'wait',
      work.data?.has_more,
    ),
    verification: badge(
      people.length,
      people.some((one) => one.is_overdue),
      'wait',
    ),
    support: badge(
      written.length,
      written.some((one) => one.is_overdue),
      'wait',
      desk.data?.has_more,
    ),
    approvals: badge(toAnswer.length, false, 'act'),
  }
}
