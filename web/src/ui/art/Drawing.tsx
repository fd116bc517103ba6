import { Rosette } from '../Rosette'
import type { ArtName } from './names'
import { SHAPES } from './shapes'

/** A drawing in its ring. */
export function Drawing({ of }: { of: ArtName }) {
  return (
    <Rosette>
      <svg viewBox="26 26 44 44" className="size-12!" role="presentation">
        <g fill="var(--surface)" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
          {SHAPES[of]}
        </g>
      </svg>
    </Rosette>
  )
}
