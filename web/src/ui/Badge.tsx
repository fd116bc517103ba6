/* <Badge tone="ok|wait|bad|act|plain"> — a status as text on a soft background; never colour alone. */
import type { ReactNode } from 'react'

export type Tone = 'ok' | 'wait' | 'bad' | 'act' | 'plain'

export const TONE_GROUND: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  wait: 'bg-wait-soft text-wait',
  bad: 'bg-bad-soft text-bad',
  act: 'bg-act-soft text-act',
  plain: 'bg-sunken text-muted',
}

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-[12px] leading-[18px] font-semibold ${TONE_GROUND[tone]}`}
    >
      {children}
    </span>
  )
}
