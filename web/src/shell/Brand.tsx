import { config } from '../host/config'

/** The tenant's logo and name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-[20px] font-[650] tracking-[-0.02em]">
      <Mark />
      {config.tenant.name}
    </span>
  )
}

/**
 * The logo: the tenant's shapes, the first letter of its name, or the platform's logo for a tenant without branding.
 */
function Mark() {
  const { brand, name } = config.tenant
  if (brand?.mark) {
    return (
      <svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true" className="shrink-0 fill-brand">
        {brand.mark.map((shape) => (
          <path key={shape.d} d={shape.d} opacity={`${shape.opacity}%`} fillRule="evenodd" />
        ))}
      </svg>
    )
  }
  if (brand?.color) {
    return (
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-control bg-brand text-[16px] text-on-brand"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" className="shrink-0 text-brand">
      <g fill="none" stroke="currentColor" strokeWidth="6.5">
        <circle cx="13" cy="13" r="9.5" opacity=".35" />
        <path d="M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3" />
      </g>
    </svg>
  )
}
