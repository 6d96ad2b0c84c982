//! What has been found out about positions.

/// The tricks that the leader is sure of, and those it can't exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub lower: u8,
    pub upper: u8,
}

/// Remembers bounds by position. A position that comes later takes the place of an older one; what is
/// remembered is true whatever happened in between, as the key is the whole position.
pub struct Table {
    /// Pairs of key and bounds. No key is 0.
    places: Vec<(u64, Bounds)>,
    shift: u32,
}

impl Table {
    /// A table with 2 to the power of `bits` places, 16 bytes each.
    pub fn new(bits: u32) -> Self {
        let nothing = (0, Bounds { lower: 0, upper: 0 });
        Self { places: vec![nothing; 1 << bits], shift: u64::BITS - bits }
    }

    /// What is known of the position.
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let (known, bounds) = self.places[self.place(key)];
        (known == key).then_some(bounds)
    }

    /// Remembers that.
    pub fn put(&mut self, key: u64, bounds: Bounds) {
        let place = self.place(key);
        self.places[place] = (key, bounds);
    }

    /// Multiplying by an odd number close to 2⁶⁴ divided by the golden ratio spreads keys over the
    /// upper bits.
    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}
