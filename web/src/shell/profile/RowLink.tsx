import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/Badge'
import { ListRow, listRowClass } from '../../ui/ListRow'

type RowLinkProps = Pick<LinkProps, 'to' | 'params'> & {
  icon: LucideIcon
  title: ReactNode
  detail?: ReactNode
  badge?: ReactNode
  value?: ReactNode
  tone?: Tone | undefined
}

/** A row of the profile that leads to a page, with the state of what is there. */
export function RowLink({ icon: Icon, title, detail, badge, value, tone = 'plain', ...place }: RowLinkProps) {
  return (
    <Link {...place} className={listRowClass}>
      <ListRow
        glyph={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
        tone={tone}
        title={title}
        detail={detail}
        badge={badge}
        value={value}
      />
    </Link>
  )
}
