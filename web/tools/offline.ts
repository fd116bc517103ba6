import type { Manifest } from './preloads.ts'

/** A language's words, and images and letters, are kept when they are first used: nobody needs all of them. */
const BY_USE = /^src\/locales\//

/** The addresses of what every page of the app may need, in one order whatever the order of the manifest. */
export function filesOfBuild(manifest: Manifest): string[] {
  const chunks = Object.entries(manifest).filter(([key]) => !BY_USE.test(key))
  const files = chunks.flatMap(([, chunk]) => [chunk.file, ...(chunk.css ?? [])])
  const kept = [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
  return ['first.js', 'theme-init.js', ...kept].map((file) => `/${file}`).sort()
}
