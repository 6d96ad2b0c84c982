use std::thread;

const THREADS: usize = 4;
const BELOW: usize = 40_000;
const MIB: usize = 100;

fn is_prime(number: usize) -> bool {
    number > 1 && (2..).take_while(|d| d * d <= number).all(|d| number % d != 0)
}

fn main() {
    let threads: Vec<_> = (0..THREADS)
        .map(|part| {
            thread::spawn(move || (part..BELOW).step_by(THREADS).filter(|n| is_prime(*n)).count())
        })
        .collect();
    let kept: Vec<Vec<u8>> = (0..MIB).map(|_| vec![1; 1 << 20]).collect();
    let found: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    let held: usize = kept.iter().flatten().map(|byte| usize::from(*byte)).sum();
    println!("hello {found} {}", held >> 20);
}
