/* <Avatar name size /> — the initials of a person. Decorative: the name or a label stands beside it. */
import { initialsOf } from './initials'

export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36" className="shrink-0">
      <circle cx="18" cy="18" r="18" className="fill-hero" />
      <text x="18" y="22.6" textAnchor="middle" className="fill-hero-accent text-[13px] font-[650]">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
