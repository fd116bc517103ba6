import { markOf } from './shopColour'

type ShopMarkProps = { merchant: string; colour?: string | undefined; logo?: string | undefined }

/** The logo of a shop, or the first letter of its name in its colour. */
export function ShopMark({ merchant, colour, logo }: ShopMarkProps) {
  // A logo may be dark on nothing, so its ground is white in both schemes.
  if (logo) return <img src={logo} alt="" className="size-10 shrink-0 rounded-control bg-white object-contain p-0.5" />
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-text text-[14px] font-[650] text-surface"
      style={colour ? markOf(colour) : undefined}
    >
      {[...merchant][0]?.toUpperCase()}
    </span>
  )
}
