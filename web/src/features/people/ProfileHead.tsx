import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../api/useSession'
import { monthSince } from '../../i18n/format'
import { Avatar } from '../../ui/Avatar'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'
import { MonthLimit } from './MonthLimit'
import { limitsQuery, userQuery } from './queries'
import { tierWord } from './words'

type ProfileHeadProps = {
  /** Wraps words in a link to the limits. */
  raise: (words: ReactNode) => ReactNode
}

/** The customer: name, email, level, first day, and the rest of the monthly limit. */
export function ProfileHead({ raise }: ProfileHeadProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const user = useQuery(userQuery)
  const limits = useQuery(limitsQuery)
  const email = user.data?.email ?? (session.status === 'in' ? session.email : '')
  const name = [user.data?.first_name, user.data?.last_name].filter(Boolean).join(' ')
  const since = user.data ? monthSince(user.data.created_at, i18n.locale) : ''
  return (
    <Card className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_330px] desk:items-center desk:gap-10">
      <div className="flex min-w-0 items-center gap-[18px]">
        <Avatar name={name || email} size={68} />
        <div className="grid min-w-0 gap-0.5">
          <p className="text-[20px] leading-tight font-[640] tracking-[-0.025em] wrap-anywhere">{name || email}</p>
          {name ? <p className="text-[14px] text-muted wrap-anywhere">{email}</p> : null}
          <p className="mt-1.5 flex min-h-6 flex-wrap gap-2" aria-busy={limits.isPending || user.isPending}>
            {limits.data ? (
              <Badge tone={limits.data.tier === 'T0' ? 'plain' : 'ok'}>
                <span className="inline-flex items-center gap-1">
                  {limits.data.tier === 'T0' ? null : <BadgeCheck size={13} aria-hidden="true" />}
                  {i18n._(tierWord(limits.data.tier).name)}
                </span>
              </Badge>
            ) : limits.isPending ? (
              <Skeleton className="h-6 w-20 rounded-full" />
            ) : null}
            {since ? (
              <Badge>
                <Trans>With us since {since}</Trans>
              </Badge>
            ) : null}
          </p>
        </div>
      </div>
      <MonthLimit limits={limits} raise={raise} />
    </Card>
  )
}
