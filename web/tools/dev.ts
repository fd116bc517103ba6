// `make dev`: the server, built and started again when its source changes, and the web app with hot reload. Data stay.
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const WEB = join(ROOT, 'web')
const ARGS = process.argv.slice(2)
const PORT = ARGS.includes('--port') ? (ARGS[ARGS.indexOf('--port') + 1] ?? '8080') : '8080'
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target')
/** Milliseconds in which an editor writes all its files. */
const SETTLE = 150

const say = (text: string) => console.log(`\x1b[36mdev\x1b[0m ${text}`)

/** Runs a program to its end, and says whether it ended well. */
function run(program: string, args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

let server: ChildProcess | undefined

/** Stops the server and waits for its end: two servers would wait for one folder of data. */
function stop(): Promise<void> {
  const running = server
  server = undefined
  if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.on('exit', () => resolve())
    running.kill('SIGTERM')
  })
}

/** Builds the server, and starts the new one in place of the old one. After an error the old one stays. */
async function rebuild(): Promise<void> {
  const begun = Date.now()
  if (!(await run('cargo', ['build', '--quiet', '--locked', '--package', 'server']))) {
    say('the build failed; the server before it goes on')
    return
  }
  await stop()
  server = spawn(join(TARGET, 'debug/agio'), ['up', ...(ARGS.includes('--port') ? [] : ['--port', PORT]), ...ARGS], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  say(`the server was built in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

let building = false
let again = false

/** One build at a time; changes during a build ask for one more. */
async function changed(): Promise<void> {
  if (building) {
    again = true
    return
  }
  building = true
  do {
    again = false
    await rebuild()
  } while (again)
  building = false
}

let waiting: NodeJS.Timeout | undefined
watch(join(ROOT, 'crates'), { recursive: true }, (_, name) => {
  if (!/\.(rs|sql|toml|json)$/.test(name ?? '')) return
  clearTimeout(waiting)
  waiting = setTimeout(() => void changed(), SETTLE)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)))
}

process.env.AGIO_API ??= `http://127.0.0.1:${PORT}`
const vite = await createServer({ root: WEB, configFile: join(WEB, 'vite.config.ts') })
await vite.listen()
vite.printUrls()
await changed()
