/*
 * <BannerCard picture title text button href onFollow onClose closeLabel /> — what an operator announces: plain text, an
 * illustration, one link. Without `onClose` it stays.
 */
import { X } from 'lucide-react'
import { Art } from './art/Art'
import { ART_NAMES, type ArtName } from './art/names'
import { smallButtonClass } from './Button'

type BannerCardProps = {
  picture: string
  title: string
  text: string
  button: string
  href?: string | undefined
  /** Follows a link of the app without loading the page. */
  onFollow?: (() => void) | undefined
  onClose?: (() => void) | undefined
  closeLabel?: string
}

/** The drawing of this name. None for `none`, and for a name that this version does not have. */
export const artOf = (picture: string): ArtName | undefined => ART_NAMES.find((name) => name === picture)

export function BannerCard(props: BannerCardProps) {
  const { picture, title, text, button, href, onFollow, onClose, closeLabel } = props
  const art = artOf(picture)
  const isOutside = href?.startsWith('https://')
  return (
    <section
      aria-label={title}
      className="relative flex min-w-0 items-center gap-4 rounded-card bg-brand-soft p-4 pr-12 desk:px-5"
    >
      {art ? (
        <span className="hidden shrink-0 min-[360px]:block [&>span]:size-[72px]">
          <Art of={art} />
        </span>
      ) : null}
      <div className="grid min-w-0 gap-1">
        <h2 className="text-[16px] font-semibold wrap-anywhere">{title}</h2>
        {text ? <p className="text-[14px] text-muted whitespace-pre-line wrap-anywhere">{text}</p> : null}
        {href && button ? (
          <a
            href={href}
            className={smallButtonClass('primary', 'mt-2 justify-self-start')}
            {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            onClick={(event) => {
              if (!onFollow || isOutside || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onFollow()
            }}
          >
            {button}
          </a>
        ) : null}
      </div>
      {onClose ? (
        <button
          type="button"
          aria-label={closeLabel}
          onClick={onClose}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-full text-muted hover:text-text"
        >
          <X size={18} aria-hidden="true" />
        </button>
      ) : null}
    </section>
  )
}
