export default function Home() {
  return <main className="p-8 font-serif text-4xl">Portolan</main>;
}
