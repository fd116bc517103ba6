/* <Notice tone="ok|wait|bad|act|plain" action> — a message about this part of the page. `bad` is announced. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { TONE_GROUND, type Tone } from './Badge'

const ICON = { ok: CircleCheck, wait: TriangleAlert, bad: CircleAlert, act: Info, plain: Info }

type NoticeProps = { tone?: Tone; action?: ReactNode; children: ReactNode }

export function Notice({ tone = 'plain', action, children }: NoticeProps) {
  const Icon = ICON[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex gap-3 rounded-m px-4 py-3 text-[14px] ${TONE_GROUND[tone]}`}
    >
      <Icon size={18} className="mt-px shrink-0" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="break-words">{children}</div>
        {action}
      </div>
    </div>
  )
}
