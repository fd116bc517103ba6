/* <SlideCard picture title text button href onFollow /> — one onboarding slide: plain text, an illustration, one link. */
import { Art } from './art/Art'
import { artOf } from './BannerCard'

type SlideCardProps = {
  picture: string
  title: string
  text: string
  button: string
  href?: string | undefined
  /** Follows a link of the app without loading the page. */
  onFollow?: (() => void) | undefined
}

export function SlideCard({ picture, title, text, button, href, onFollow }: SlideCardProps) {
  const art = artOf(picture)
  const isOutside = href?.startsWith('https://')
  return (
    <div className="grid min-h-64 content-center justify-items-center gap-3 rounded-card bg-brand-soft px-5 py-8 text-center">
      {art ? <Art of={art} /> : null}
      <p className="text-[20px] font-[620] tracking-[-0.02em] wrap-anywhere">{title}</p>
      {text ? <p className="max-w-[42ch] text-muted whitespace-pre-line wrap-anywhere">{text}</p> : null}
      {href && button ? (
        <a
          href={href}
          className="inline-flex min-h-11 items-center font-semibold text-brand"
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
  )
}
