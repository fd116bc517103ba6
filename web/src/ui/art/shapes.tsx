import type { ReactNode } from 'react'
import type { ArtName } from './names'

/** The soft fill of a part. Everything else is filled with the surface and outlined. */
const SOFT = 'var(--brand-soft)'

/** The subject of each drawing, within 28 to 68 of the view box. */
export const SHAPES: Record<ArtName, ReactNode> = {
  wallet: (
    <>
      <rect x="29" y="34" width="38" height="29" rx="6" />
      <path d="M29 42h38" />
      <path d="M67 48.5H57a4.5 4.5 0 0 0 0 9h10z" fill={SOFT} />
      <circle cx="58" cy="53" r="0.6" />
    </>
  ),
  activity: (
    <>
      <circle cx="48" cy="48" r="18" />
      <path d="M48 48V30a18 18 0 0 1 15.6 9z" fill={SOFT} stroke="none" />
      <path d="M48 37v11l7.5 4.5" />
      <circle cx="48" cy="48" r="18" fill="none" />
    </>
  ),
  exchange: (
    <>
      <circle cx="41" cy="43" r="11" fill={SOFT} />
      <circle cx="55" cy="53" r="11" />
      <path d="M51 53h8m-3-3 3 3-3 3" />
      <path d="M60 31h5v5M36 65h-5v-5" fill="none" />
    </>
  ),
  statement: (
    <>
      <path d="M34 29h20l8 8v30H34z" />
      <path d="M54 29v8h8z" fill={SOFT} />
      <path d="M40 44h16M40 50.5h16M40 57h9" />
    </>
  ),
  link: (
    <>
      <rect x="29" y="36" width="26" height="14" rx="7" transform="rotate(-35 42 43)" />
      <rect x="41" y="46" width="26" height="14" rx="7" transform="rotate(-35 54 53)" fill={SOFT} />
      <path d="m42.5 52 11-8" fill="none" />
    </>
  ),
  bookmark: (
    <>
      <rect x="30" y="31" width="36" height="34" rx="6" />
      <path d="M43 31h14v19l-7-5-7 5z" fill={SOFT} />
      <path d="M37 58h22" />
    </>
  ),
  search: (
    <>
      <circle cx="45" cy="45" r="14" />
      <path d="M36 45a9 9 0 0 1 9-9" fill="none" />
      <path d="m55.5 55.5 10 10" strokeWidth="4" />
    </>
  ),
  mail: (
    <>
      <rect x="29" y="35" width="38" height="27" rx="5" />
      <path d="m30 38 18 13 18-13" fill={SOFT} />
    </>
  ),
  done: (
    <>
      <circle cx="48" cy="48" r="19" fill={SOFT} />
      <path d="m39 48.5 6.5 6.5L58 42" fill="none" strokeWidth="3.4" />
    </>
  ),
  lost: (
    <>
      <circle cx="48" cy="48" r="19" />
      <path d="m57 39-5.5 12.5L39 57l5.5-12.5z" fill={SOFT} />
      <path d="M48 29v3M48 64v3M29 48h3M64 48h3" />
    </>
  ),
  offline: (
    <>
      <path d="M38 61a9 9 0 0 1-1-18 12.5 12.5 0 0 1 24-1 9.6 9.6 0 0 1-1 19z" fill={SOFT} />
      <path d="m32 33 32 32" stroke="var(--surface)" strokeWidth="7" />
      <path d="m32 33 32 32" />
    </>
  ),
  hourglass: (
    <>
      <path d="M36 31h24v5c0 7-8 8-8 12s8 5 8 12v5H36v-5c0-7 8-8 8-12s-8-5-8-12z" />
      <path d="M40 65c0-6 8-7 8-10 0 3 8 4 8 10z" fill={SOFT} stroke="none" />
      <path d="M33 31h30M33 65h30" />
    </>
  ),
  shield: (
    <>
      <path d="M48 29c6 4 11 5 16 5 0 17-5 27-16 33-11-6-16-16-16-33 5 0 10-1 16-5z" />
      <path d="M48 29c6 4 11 5 16 5 0 17-5 27-16 33z" fill={SOFT} />
      <path d="m41 48 5 5 9-9" fill="none" />
    </>
  ),
  people: (
    <>
      <circle cx="56" cy="42" r="6.5" fill={SOFT} />
      <path d="M48 63a10.5 10.5 0 0 1 19-6" fill={SOFT} />
      <circle cx="41" cy="41" r="7.5" />
      <path d="M29 64a12.5 12.5 0 0 1 24 0z" />
    </>
  ),
  scale: (
    <>
      <path d="M48 31v34M39 65h18M33 37l15-3 15 3" fill="none" />
      <path d="M33 37l-6 14a6.5 6.5 0 0 0 12 0z" fill={SOFT} />
      <path d="M63 37l-6 14a6.5 6.5 0 0 0 12 0z" />
    </>
  ),
  tray: (
    <>
      <path d="M35 33h26l6 18v11a3 3 0 0 1-3 3H32a3 3 0 0 1-3-3V51z" />
      <path d="M29 51h11a8 8 0 0 0 16 0h11v11a3 3 0 0 1-3 3H32a3 3 0 0 1-3-3z" fill={SOFT} />
    </>
  ),
  lock: (
    <>
      <path d="M40 45v-7a8 8 0 0 1 16 0v7" fill="none" />
      <rect x="33" y="45" width="30" height="21" rx="5" fill={SOFT} />
      <path d="M48 53v5" />
    </>
  ),
  refused: (
    <>
      <path d="M34 29h20l8 8v30H34z" />
      <path d="M54 29v8h8z" fill={SOFT} />
      <path d="m42 47 12 12m0-12L42 59" />
    </>
  ),
}
